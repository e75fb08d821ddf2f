package dev.varve.analytics.hit;

import org.jspecify.annotations.Nullable;

/**
 * The source, campaign, country and device of a hit; null if unknown.
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
        @Nullable String os) {}
