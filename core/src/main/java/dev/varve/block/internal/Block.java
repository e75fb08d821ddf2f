package dev.varve.block.internal;

import dev.varve.key.Tick;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Events of one series, column by column.
 *
 * @param tick the unit of the clocks
 * @param times the clocks of all events, as ticks since 1970-01-01T00:00:00Z
 */
@SuppressWarnings("ArrayRecordComponent") // The clocks are an array like every column.
public record Block(Tick tick, long[] times, List<Column> columns) {

    /** The most events of one block: nine hours of seconds, and bounded memory for a reader of any bytes. */
    public static final int MAX_EVENTS = 32_768;

    /** The most columns of one block. */
    public static final int MAX_COLUMNS = 1_024;

    public Block {
        columns = List.copyOf(columns);
        if (times.length == 0 || times.length > MAX_EVENTS) {
            throw new IllegalArgumentException(
                    "a block has 1 to %s events, not %s".formatted(MAX_EVENTS, times.length));
        }
        if (columns.size() > MAX_COLUMNS) {
            throw new IllegalArgumentException(
                    "a block has at most %s columns, not %s".formatted(MAX_COLUMNS, columns.size()));
        }
        Set<String> names = new HashSet<>();
        for (Column column : columns) {
            if (column.presence().size() != times.length) {
                throw new IllegalArgumentException("column %s is for %s events, the block has %s"
                        .formatted(column.name(), column.presence().size(), times.length));
            }
            if (!names.add(column.name())) {
                throw new IllegalArgumentException("two columns are named %s".formatted(column.name()));
            }
        }
    }
}
