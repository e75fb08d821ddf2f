package dev.varve.analytics.hit;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A custom event of a site: a sign-up, a download, an outbound click.
 *
 * @param props the properties of the event
 * @param revenue the revenue in units of the currency
 * @param currency the three-letter currency code
 * @param interactive whether a session with this event is not a bounce; engagement events are never interactive
 * @param traits stored flat: as attributes of the item itself
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
        Traits traits)
        implements Hit {

    /** The name of engagement events; see {@link #isEngagement}. */
    public static final String ENGAGEMENT = "engagement";

    public CustomEvent {
        props = Map.copyOf(props);
        // Plausible's script does not mark its engagement events as not interactive.
        interactive = interactive && !name.equals(ENGAGEMENT);
    }

    /** Returns whether the event only reports that its page is still open: it extends the session and is not counted. */
    public boolean isEngagement() {
        return name.equals(ENGAGEMENT);
    }
}
