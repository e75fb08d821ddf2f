package dev.varve.cli.query;

/** How an answer is shown. */
public enum Shape {
    TABLE,
    CSV,
    JSON,
    CHART
}
