package dev.varve.alert.internal;

/** What a trigger says of one reading. */
public enum TriggerResult {
    /** The rule is broken. */
    BREAKS,
    /** Neither broken nor clear: what is open stays open, what is not does not open. */
    BETWEEN,
    /** The clear condition holds. */
    CLEARS
}
