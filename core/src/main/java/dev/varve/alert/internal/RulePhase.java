package dev.varve.alert.internal;

/** The phase of a rule for one device. */
enum RulePhase {
    /** The rule is not broken. */
    NORMAL,
    /** The rule is broken, but not for long enough. */
    PENDING,
    /** The rule has an unresolved alert. */
    OPEN,
    /** A person resolved the alert while the rule was broken: no other alert opens until the rule has cleared. */
    HELD
}
