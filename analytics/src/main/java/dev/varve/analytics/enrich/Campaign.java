package dev.varve.analytics.enrich;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the query of a page's address says about how the visitor got there; null is not said.
 *
 * @param source {@code utm_source}
 * @param ref {@code source} or {@code ref}, which sites write instead
 * @param name {@code utm_campaign}
 * @param paidBy the word of the network that left the id of a click it is paid for
 */
public record Campaign(
        @Nullable String source,
        @Nullable String ref,
        @Nullable String medium,
        @Nullable String name,
        @Nullable String term,
        @Nullable String content,
        @Nullable String paidBy) {

    static final Campaign NONE = new Campaign(null, null, null, null, null, null, null);

    /** Returns the word that names the source, or null. */
    @Nullable
    String told() {
        return source == null ? ref : source;
    }

    static String lower(@Nullable String text) {
        return text == null ? "" : text.toLowerCase(Locale.ROOT);
    }
}
