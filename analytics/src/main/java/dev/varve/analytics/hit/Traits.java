package dev.varve.analytics.hit;

import dev.varve.item.RecordOptions;
import org.jspecify.annotations.Nullable;

/**
 * The source, campaign, country and device of a hit or a session; null if unknown.
 *
 * @param source the name of the source: {@code Google}, {@code newsletter}
 * @param referrer the page that linked here, without scheme and query
 * @param channel the kind of source: {@code Organic Search}, {@code Direct}
 * @param country the two-letter country code
 * @param device {@code Desktop}, {@code Mobile}, {@code Tablet}
 */
public record Traits(
        @Nullable String source,
        @Nullable String referrer,
        @Nullable String channel,
        @Nullable String utmSource,
        @Nullable String utmMedium,
        @Nullable String utmCampaign,
        @Nullable String utmTerm,
        @Nullable String utmContent,
        @Nullable String country,
        @Nullable String device,
        @Nullable String browser,
        @Nullable String os) {

    public static final Traits UNKNOWN =
            new Traits(null, null, null, null, null, null, null, null, null, null, null, null);

    /** Stores the traits of a hit or a session as attributes of its item. */
    public static final RecordOptions FLAT = RecordOptions.defaults().flat("traits");
}
