package dev.varve.analytics;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of a site; null components stay unchanged.
 *
 * @param timezone the new time zone, from the next day that can start in it
 * @param privacySignals how hits with a DNT or GPC signal are handled from now on
 */
public record SiteChange(
        @Nullable String name,
        @Nullable List<String> domains,
        @Nullable String timezone,
        @Nullable PrivacySignals privacySignals) {

    public SiteChange {
        domains = domains == null ? null : List.copyOf(domains);
    }

    boolean isEmpty() {
        return name == null && domains == null && timezone == null && privacySignals == null;
    }

    /** Returns the site with this change applied. */
    Site of(Site site) {
        return new Site(
                site.siteId(),
                name == null ? site.name() : name,
                domains == null ? site.domains() : domains,
                site.ownerId(),
                timezone == null ? site.timezone() : timezone,
                privacySignals == null ? site.privacySignals() : privacySignals,
                site.createdAt(),
                site.updatedAt());
    }
}
