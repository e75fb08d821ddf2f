package dev.varve.server.api.sites;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.varve.analytics.PrivacySignals;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A web site.
 *
 * @param siteId The id.
 * @param name The name.
 * @param domains The domains whose hits count for the site.
 * @param timezone The time zone of its days, such as {@code Europe/Berlin}.
 * @param timezoneSince The time at which the time zone takes effect; only present until then.
 * @param privacySignals Whether hits with {@code DNT: 1} or {@code Sec-GPC: 1} are dropped ({@code honoured}) or counted
 *     ({@code ignored}).
 * @param createdAt The time at which the site was added.
 * @param visitors24h The number of visitors in the last 24 hours; only in lists.
 * @param change The change of that number against the 24 hours before; absent where there is nothing to compare with.
 */
public record SiteJson(
        String siteId,
        String name,
        List<String> domains,
        String timezone,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant timezoneSince,
        PrivacySignals privacySignals,
        @Nullable Instant createdAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long visitors24h,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double change) {

    public SiteJson {
        domains = List.copyOf(domains);
    }
}
