package dev.varve.server.api.sites;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.varve.analytics.PrivacySignals;
import dev.varve.server.api.Malformed;
import dev.varve.server.api.OneOf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A site to add or to change. Properties that are left out stay as they are.
 *
 * @param siteId The id; the same as in the address.
 * @param name The name.
 * @param domains The domains whose hits count for the site.
 * @param timezone The time zone of its days, such as {@code Europe/Berlin}.
 * @param privacySignals Whether hits with {@code DNT: 1} or {@code Sec-GPC: 1} are dropped ({@code honoured}) or counted
 *     ({@code ignored}).
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SiteBody(
        @Nullable String siteId,
        @Nullable String name,

        @Malformed(code = "site.domains", message = "domains must be a list of texts, such as [\"example.com\"]")
        @Nullable
        List<String> domains,

        @Nullable String timezone,
        @OneOf(PrivacySignals.class) @Nullable String privacySignals) {}
