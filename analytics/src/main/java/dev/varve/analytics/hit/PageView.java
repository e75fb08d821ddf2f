package dev.varve.analytics.hit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A view of a page. */
public record PageView(
        String siteId,
        Instant at,
        String id,
        String visitorId,
        String hostname,
        String path,
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
        @Nullable String os)
        implements Hit {

    public static PageView of(HitKey key, String hostname, String path, Traits traits) {
        return new PageView(
                key.siteId(),
                key.at(),
                key.id(),
                key.visitorId(),
                hostname,
                path,
                traits.source(),
                traits.referrer(),
                traits.channel(),
                traits.utmSource(),
                traits.utmMedium(),
                traits.utmCampaign(),
                traits.utmTerm(),
                traits.utmContent(),
                traits.country(),
                traits.device(),
                traits.browser(),
                traits.os());
    }

    /** Returns the source, campaign, country and device of the page view. */
    @Override
    public Traits traits() {
        return new Traits(
                source,
                referrer,
                channel,
                utmSource,
                utmMedium,
                utmCampaign,
                utmTerm,
                utmContent,
                country,
                device,
                browser,
                os);
    }

    /** Returns false: a single page view is a bounce, only a second one is not. */
    @Override
    public boolean interactive() {
        return false;
    }
}
