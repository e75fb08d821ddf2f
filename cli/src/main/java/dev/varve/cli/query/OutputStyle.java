package dev.varve.cli.query;

/** How an answer is shown. */
public enum OutputStyle {
    TABLE,
    CSV,
    JSON,
    CHART
}
