package dev.varve.server.table;

import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.series.internal.packed.block.StoredBlocks;
import dev.varve.server.api.table.BlockPage;
import dev.varve.server.api.table.ItemJson;
import dev.varve.server.http.answer.TabularAnswer;
import dev.varve.server.http.route.ApiRequest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The events of a block as JSON and CSV. A page token is the clock of the next event, so it survives a new version of the block. */
final class BlockRows {

    private static final String CLOCK = "at";

    private BlockRows() {}

    /** Returns the summary of a block, or null for bytes that are damaged: the item itself can still be shown. */
    static ItemJson.@Nullable Block summary(Item item) {
        if (!StoredBlocks.isBlock(item)) {
            return null;
        }
        try {
            StoredBlocks.Extent extent = StoredBlocks.extent(item);
            return new ItemJson.Block(extent.events(), extent.first(), extent.last());
        } catch (CorruptData damaged) {
            return null;
        }
    }

    static TabularAnswer page(StoredBlocks blocks, Item block, ApiRequest request, int limit) {
        Instant from = request.text("page")
                .map(BlockRows::clock)
                .orElseGet(() -> StoredBlocks.extent(block).first());
        List<StoredBlocks.Event> events = blocks.events(block, from, limit + 1, request.now());
        String next = events.size() > limit ? events.get(limit).at().toString() : null;
        List<BlockPage.Row> rows = new ArrayList<>();
        List<Map<String, ?>> cells = new ArrayList<>();
        TreeSet<String> fields = new TreeSet<>();
        for (StoredBlocks.Event event : events.subList(0, Math.min(limit, events.size()))) {
            Map<String, Object> values = new LinkedHashMap<>();
            event.values().forEach((field, value) -> values.put(field, Attributes.scalar(value)));
            rows.add(new BlockPage.Row(event.at(), values));
            fields.addAll(values.keySet());
            Map<String, Object> cell = new LinkedHashMap<>(values);
            cell.put(CLOCK, event.at());
            cells.add(cell);
        }
        List<String> columns = new ArrayList<>(List.of(CLOCK));
        columns.addAll(fields);
        return new TabularAnswer(new BlockPage(rows, next), columns, cells);
    }

    private static Instant clock(String page) {
        try {
            return Instant.parse(page);
        } catch (DateTimeException e) {
            throw new Rejected(
                    "ask.page", "\"%s\" is not a page of this block: pass the \"next\" of an answer".formatted(page));
        }
    }
}
