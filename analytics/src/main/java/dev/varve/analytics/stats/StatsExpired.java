package dev.varve.analytics.stats;

import dev.varve.error.Rejected;

/** The hits or rows that a question needs have expired; the code says which. */
public final class StatsExpired extends Rejected {

    private static final long serialVersionUID = 1L;

    public StatsExpired(String code, String message) {
        super(code, message);
    }
}
