package dev.varve.server.api.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of readings.
 *
 * @param readings The readings.
 * @param next The token of the next page; null on the last page.
 */
public record ReadingPage(
        List<ReadingJson> readings, @Nullable String next) {

    public ReadingPage {
        readings = List.copyOf(readings);
    }
}
