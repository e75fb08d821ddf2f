package dev.varve.alert.internal;

/** Where a rule stands for one device. */
enum RulePhase {
    /** Nothing is wrong. */
    NORMAL,
    /** The rule is broken, but not for long enough. */
    PENDING,
    /** There is an alert that is not resolved. */
    OPEN,
    /** Somebody resolved the alert while the rule was broken: no other opens before it was clear once. */
    HELD
}
