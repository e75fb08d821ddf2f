package dev.varve.alert;

/** The status of an alert; stored in lower case. */
public enum AlertStatus {
    /** Nobody has acknowledged the alert yet. */
    OPEN,
    /** A person has acknowledged the alert, and its cause persists. */
    ACKNOWLEDGED,
    /** The clear condition of the rule held, or a person resolved the alert. */
    RESOLVED
}
