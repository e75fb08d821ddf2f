package dev.varve.cli;

import dev.varve.error.Rejected;

/** The largest number of rows that a command shows. */
final class Limit {

    private Limit() {}

    /** Returns the limit, which must be at least 1. It has no upper bound, because the command joins the pages of the API. */
    static int required(int limit) {
        if (limit < 1) {
            throw new Rejected("cli.limit", "--limit is %s; it must be at least 1".formatted(limit));
        }
        return limit;
    }
}
