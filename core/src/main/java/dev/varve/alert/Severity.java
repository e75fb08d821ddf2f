package dev.varve.alert;

/** How important an alert or an anomaly is, in ascending order; stored in lower case. */
public enum Severity {
    LOW,
    MEDIUM,
    HIGH,
    CRITICAL
}
