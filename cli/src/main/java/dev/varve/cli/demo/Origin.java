package dev.varve.cli.demo;

import org.jspecify.annotations.Nullable;

/**
 * Where a visit comes from.
 *
 * @param referrer the page with the link, or null for none
 * @param query what the address says of the campaign, without its question mark; may be empty
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
