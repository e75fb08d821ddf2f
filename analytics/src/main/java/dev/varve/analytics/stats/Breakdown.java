package dev.varve.analytics.stats;

import dev.varve.error.Rejected;
import java.util.List;

/**
 * The values of a dimension, the most frequent first, equal ones in the order of their texts.
 *
 * @param total the number of page views, sessions or events, including those without a value
 * @param values the number of distinct values
 * @param rows the requested values
 */
public record Breakdown(Dimension dimension, long total, long values, List<BreakdownRow> rows) {

    public Breakdown {
        rows = List.copyOf(rows);
    }

    /** Returns whether all counts are exact and no value is missing. */
    public boolean isExact() {
        return rows.stream().allMatch(row -> row.count() == row.atMost());
    }

    /**
     * The requested values.
     *
     * @param offset how many of the most frequent values are skipped
     * @param limit the largest number of values
     */
    public record Page(int offset, int limit) {

        static final int MAX_LIMIT = 1_000;
        private static final int USUAL = 10;

        public Page {
            if (offset < 0 || limit < 1 || limit > MAX_LIMIT) {
                throw new Rejected(
                        "stats.page",
                        "limit is %s and offset %s; the limit must be from 1 to %s and the offset 0 or more"
                                .formatted(limit, offset, MAX_LIMIT));
            }
        }

        public static Page first() {
            return new Page(0, USUAL);
        }

        public static Page first(int limit) {
            return new Page(0, limit);
        }

        public Page next() {
            return new Page(offset + limit, limit);
        }
    }
}
