package dev.varve.server.api.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of locations.
 *
 * @param locations The locations.
 * @param total The number of locations that match.
 * @param next The token of the next page; null on the last page.
 */
public record LocationPage(
        List<LocationJson> locations, int total, @Nullable String next) {

    public LocationPage {
        locations = List.copyOf(locations);
    }
}
