package dev.varve.server.api.sites;

import java.util.List;

/**
 * All saved funnels of a site.
 *
 * @param funnels The funnels, by id.
 */
public record SavedFunnelList(List<SavedFunnelJson> funnels) {

    public SavedFunnelList {
        funnels = List.copyOf(funnels);
    }
}
