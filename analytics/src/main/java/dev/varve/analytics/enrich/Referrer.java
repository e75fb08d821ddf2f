package dev.varve.analytics.enrich;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The page that linked to a site, without scheme and query.
 *
 * @param host in lower case, without a leading {@code www.}
 * @param page host and path
 */
record Referrer(String host, String page) {

    private static final int MAX_LENGTH = 500;

    /** Browsers truncate longer referrers to the host. */
    private static final int MAX_READ = 4_000;

    /** Parses a referrer; empty if it is invalid or is the site itself. */
    static Optional<Referrer> parse(@Nullable String text, String hostname) {
        if (text == null) {
            return Optional.empty();
        }
        return Address.parse(UntrustedText.cut(text, MAX_READ))
                .filter(address -> !address.host().equals(hostname))
                .map(address -> new Referrer(address.host(), page(address)));
    }

    private static String page(Address address) {
        String page = address.host() + UntrustedText.decoded(address.path());
        int end = page.length();
        while (page.charAt(end - 1) == '/') {
            end--;
        }
        return UntrustedText.cut(page.substring(0, end), MAX_LENGTH);
    }
}
