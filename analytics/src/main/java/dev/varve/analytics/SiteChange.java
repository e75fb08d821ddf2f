package dev.varve.analytics;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of a site; what is null stays as it is.
 *
 * @param timezone the zone its days follow from the next day on that can begin there
 */
public record SiteChange(
        @Nullable String name,
        @Nullable List<String> domains,
        @Nullable String timezone) {

    public SiteChange {
        domains = domains == null ? null : List.copyOf(domains);
    }

    boolean isEmpty() {
        return name == null && domains == null && timezone == null;
    }

    /** Returns the site with this change, checked. */
    Site of(Site site) {
        return new Site(
                site.siteId(),
                name == null ? site.name() : name,
                domains == null ? site.domains() : domains,
                site.ownerId(),
                timezone == null ? site.timezone() : timezone,
                site.createdAt(),
                site.updatedAt());
    }
}
