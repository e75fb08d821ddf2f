package dev.varve.analytics.stats;

import dev.varve.error.Rejected;
import java.util.List;

/**
 * The values of a dimension, the most frequent first, equal ones in the order of their texts.
 *
 * @param total how many page views, visits or events were counted, those without a value included
 * @param values how many different values are known
 * @param rows the values that were asked for
 */
public record Breakdown(Dimension dimension, long total, long values, List<BreakdownRow> rows) {

    public Breakdown {
        rows = List.copyOf(rows);
    }

    /** Returns whether every value has its exact number, and none is missing. */
    public boolean isExact() {
        return rows.stream().allMatch(row -> row.count() == row.atMost());
    }

    /**
     * Which values are asked for.
     *
     * @param offset how many of the most frequent are passed over
     * @param limit how many there may be
     */
    public record Page(int offset, int limit) {

        static final int MAX_LIMIT = 1_000;
        private static final int USUAL = 10;

        public Page {
            if (offset < 0 || limit < 1 || limit > MAX_LIMIT) {
                throw new Rejected(
                        "stats.page",
                        "%s values after the first %s are asked for; from 1 to %s can be, after 0 or more"
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
