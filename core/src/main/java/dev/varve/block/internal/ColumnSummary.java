package dev.varve.block.internal;

import java.math.BigDecimal;

/** What is known of a column of numbers without decoding it. */
public sealed interface ColumnSummary {

    /** Returns how many events have a value. */
    int count();

    /**
     * The column holds integers or decimals, and all figures are exact: they are those of the decimals that the values are
     * written as, so partial sums of blocks add up without any error. Booleans count as 0 and 1.
     */
    record Exact(int count, BigDecimal min, BigDecimal max, BigDecimal sum, BigDecimal sumOfSquares)
            implements ColumnSummary {}

    /**
     * The column holds other doubles. Least and greatest value are exact and ignore NaN; both are NaN if all values are. The
     * sums are those of the doubles with compensation: within an ulp or two of the exact sum, unless values nearly cancel out
     * (then within 2^-100 of the sum of their sizes); not finite if a value or the sum is not.
     */
    record Rounded(int count, double min, double max, double sum, double sumOfSquares) implements ColumnSummary {}
}
