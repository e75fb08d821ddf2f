package dev.varve.analytics.hit;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something a site tells of by a name of its own: a sign-up, a download, an outbound click.
 *
 * @param props what else is told of it
 * @param revenue what it earned, in units of the currency
 * @param currency the currency's code of three letters
 * @param interactive whether a visit with it is no bounce; an engagement event never is interactive
 */
public record CustomEvent(
        String siteId,
        Instant at,
        String id,
        String visitorId,
        String hostname,
        String path,
        String name,
        Map<String, String> props,
        @Nullable BigDecimal revenue,
        @Nullable String currency,
        boolean interactive,
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

    /** The name of the event that says that a visitor is still there; see {@link #isEngagement}. */
    public static final String ENGAGEMENT = "engagement";

    public CustomEvent {
        props = Map.copyOf(props);
        // Plausible's script does not mark its engagement events as not interactive.
        interactive = interactive && !name.equals(ENGAGEMENT);
    }

    /** Returns whether it says only that its page is still open: it lengthens the visit and is not counted. */
    public boolean isEngagement() {
        return name.equals(ENGAGEMENT);
    }

    /** Returns what of it tells where it came from. */
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
}
