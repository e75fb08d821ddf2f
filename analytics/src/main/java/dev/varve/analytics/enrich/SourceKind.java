package dev.varve.analytics.enrich;

/** What kind of place a visit can come from. */
public enum SourceKind {
    SEARCH,
    SOCIAL,
    VIDEO,
    SHOPPING,
    EMAIL,
    AI
}
