package dev.varve.server.api.alert;

/** The condition of a rule. {@code unusual} records anomalies; the other kinds open alerts. */
public enum RuleKind {
    ABOVE,
    BELOW,
    OUTSIDE,
    CHANGING,
    SILENT,
    UNUSUAL
}
