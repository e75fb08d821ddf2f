package dev.varve.alert;

/** How much an alert or an anomaly matters, from the least to the most; stored in lower case. */
public enum Severity {
    LOW,
    MEDIUM,
    HIGH,
    CRITICAL
}
