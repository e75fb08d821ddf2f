package dev.varve.cli.demo;

import org.jspecify.annotations.Nullable;

/**
 * The source of a session.
 *
 * @param referrer the page with the link, or null
 * @param query the campaign parameters of the address, without the question mark; may be empty
 */
record Origin(@Nullable String referrer, String query) {

    static final Origin DIRECT = new Origin(null, "");

    static Origin link(String page) {
        return new Origin(page, "");
    }

    static Origin campaign(String query) {
        return new Origin(null, query);
    }
}
