package dev.varve.cli;

import dev.varve.error.Rejected;

/** How many rows a command shows. */
final class Limit {

    private Limit() {}

    /** Returns a limit of at least 1. There is no upper bound: the pages of the API are put together. */
    static int required(int limit) {
        if (limit < 1) {
            throw new Rejected("cli.limit", "--limit is %s; it must be at least 1".formatted(limit));
        }
        return limit;
    }
}
