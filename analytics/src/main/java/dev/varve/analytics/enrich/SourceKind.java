package dev.varve.analytics.enrich;

/** The kind of a source. */
public enum SourceKind {
    SEARCH,
    SOCIAL,
    VIDEO,
    SHOPPING,
    EMAIL,
    AI
}
