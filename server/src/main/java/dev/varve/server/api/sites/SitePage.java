package dev.varve.server.api.sites;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of sites.
 *
 * @param sites The sites, by id.
 * @param next The token of the next page; null on the last page.
 */
public record SitePage(List<SiteJson> sites, @Nullable String next) {

    public SitePage {
        sites = List.copyOf(sites);
    }
}
