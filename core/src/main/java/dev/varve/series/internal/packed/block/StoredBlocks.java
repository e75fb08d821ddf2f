package dev.varve.series.internal.packed.block;

import dev.varve.block.internal.BlockReader;
import dev.varve.error.CorruptData;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.key.Parts;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowItems;
import dev.varve.series.internal.packed.row.RowSet;
import dev.varve.table.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the stored blocks of a packed series as they are in its table, for tools that show them; pure. */
public final class StoredBlocks {

    private final BlockLayout layout;
    private final @Nullable Duration keep;

    public StoredBlocks(SeriesDefinition<?> definition) {
        this.layout = new BlockLayout(definition.layout, Objects.requireNonNull(definition.packed));
        this.keep = definition.keep;
    }

    /**
     * The place of a block.
     *
     * @param start the start of its bucket
     * @param part its number among the blocks of the bucket, from 0
     */
    public record Place(Parts identity, Instant start, int part) {}

    /** The number of events of a block, with the clocks of the first and last. */
    public record Extent(int events, Instant first, Instant last) {}

    /** An event: its clock, and its values by field. The entry of a map is the field {@code attribute.entry}. */
    public record Event(Instant at, Map<String, Value> values) {}

    /** Returns the place of a block with this key; empty for any other key. */
    public Optional<Place> place(Key key) {
        return layout.parse(key)
                .map(found ->
                        new Place(found.identity(), RowItems.instant(found.start(), layout.tick()), found.part()));
    }

    /** Returns whether an item holds a block. */
    public static boolean isBlock(Item item) {
        return BlockItems.isBlock(item);
    }

    /** Returns the extent of a block, without decoding its values. It counts expired events too. */
    public static Extent extent(Item block) {
        List<BlockReader> blocks = BlockItems.blocks(block);
        if (blocks.isEmpty()) {
            throw new CorruptData("packed.block", "a block without events is being removed: read it again");
        }
        BlockReader first = blocks.get(0);
        return new Extent(
                blocks.stream().mapToInt(BlockReader::size).sum(),
                RowItems.instant(first.first(), first.tick()),
                RowItems.instant(blocks.get(blocks.size() - 1).last(), first.tick()));
    }

    /** Returns up to {@code limit} events of a block that are kept at an instant, from a clock on. */
    public List<Event> events(Item block, Instant from, int limit, Instant now) {
        List<Event> events = new ArrayList<>();
        for (BlockReader each : BlockItems.blocks(block)) {
            if (events.size() < limit && each.last() >= layout.ticks(from)) {
                add(BlockRows.rows(each.block()), from, limit, now, events);
            }
        }
        return events;
    }

    private void add(RowSet rows, Instant from, int limit, Instant now, List<Event> events) {
        for (int i = rows.firstFrom(layout.ticks(from)); i < rows.size() && events.size() < limit; i++) {
            Instant at = RowItems.instant(rows.tick(i), layout.tick());
            if (keep == null || RowItems.expiry(at, keep) > now.getEpochSecond()) {
                events.add(new Event(at, values(rows.row(i))));
            }
        }
    }

    private static Map<String, Value> values(Row row) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (int i = 0; i < row.shape().size(); i++) {
            values.put(row.shape().field(i).name(), RowItems.value(row, i));
        }
        return values;
    }
}
