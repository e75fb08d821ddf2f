package dev.varve.analytics;

/** How to handle hits with a DNT or GPC signal. */
public enum PrivacySignals {
    /** Drops and counts them. */
    HONOURED,
    /** Stores them like other hits. */
    IGNORED
}
