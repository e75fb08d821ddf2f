package dev.varve.alert.internal;

/** The result of evaluating a trigger on one reading. */
public enum TriggerResult {
    /** The rule is broken. */
    BREAKS,
    /** Neither broken nor clear: an open alert stays open, and none opens. */
    BETWEEN,
    /** The clear condition holds. */
    CLEARS
}
