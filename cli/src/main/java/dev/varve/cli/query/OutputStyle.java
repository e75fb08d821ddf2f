package dev.varve.cli.query;

/** The format of a result. */
public enum OutputStyle {
    TABLE,
    CSV,
    JSON,
    CHART
}
