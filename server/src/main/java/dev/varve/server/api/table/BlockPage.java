package dev.varve.server.api.table;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One page of the events of a block.
 *
 * @param rows The events, in the order of their clocks.
 * @param next The token of the next page; null on the last page.
 */
public record BlockPage(List<Row> rows, @Nullable String next) {

    /**
     * An event in a block.
     *
     * @param at The clock.
     * @param values The values by field. The entry of a map is the field {@code attribute.entry}.
     */
    public record Row(Instant at, Map<String, Object> values) {}

    public BlockPage {
        rows = List.copyOf(rows);
    }
}
