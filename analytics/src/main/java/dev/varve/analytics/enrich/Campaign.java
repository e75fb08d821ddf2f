package dev.varve.analytics.enrich;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The campaign parameters in the query of a page's URL; null if absent.
 *
 * @param source {@code utm_source}
 * @param ref {@code source} or {@code ref}, which some sites use instead
 * @param name {@code utm_campaign}
 * @param paidBy the advertising network whose click id the query contains
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

    /** Returns the name of the source, or null. */
    @Nullable
    String sourceOrRef() {
        return source == null ? ref : source;
    }

    static String lower(@Nullable String text) {
        return text == null ? "" : text.toLowerCase(Locale.ROOT);
    }
}
