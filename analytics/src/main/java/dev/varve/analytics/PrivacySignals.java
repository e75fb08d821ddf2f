package dev.varve.analytics;

/** What becomes of hits whose sender asks not to be tracked, by DNT or GPC. */
public enum PrivacySignals {
    /** They are counted as dropped, and nothing else of them is kept. */
    HONOURED,
    /** They are stored like others. */
    IGNORED
}
