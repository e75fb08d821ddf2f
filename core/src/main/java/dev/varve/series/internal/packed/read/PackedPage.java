package dev.varve.series.internal.packed.read;

import dev.varve.engine.support.PagePosition;
import dev.varve.item.Item;
import dev.varve.series.internal.packed.block.BlockLayout;
import dev.varve.series.internal.packed.row.RowSet;
import dev.varve.series.internal.packed.row.TickRange;
import dev.varve.table.Capacity;
import dev.varve.table.Page;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.Select;
import dev.varve.table.TableSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One page of a query for events, with each row as the item that it would be without packing. */
public final class PackedPage {

    /** The most rows of a page without a limit. */
    private static final int MAX_ROWS = 10_000;

    private final TableSchema schema;
    private final VisibleRows visible;
    private final Query query;
    private final BlockLayout.Selected selected;
    private final int wanted;
    private final Instant now;

    private final List<Item> items = new ArrayList<>();
    private int found;
    private int examined;
    private @Nullable Item last;

    public PackedPage(VisibleRows visible, Query query, BlockLayout.Selected selected) {
        this.schema = visible.stored().schema();
        this.visible = visible;
        this.query = query;
        this.selected = selected;
        this.wanted = query.limit() == 0 ? MAX_ROWS : query.limit();
        this.now = visible.now();
    }

    public CompletableFuture<Page> read(PackedScan.Rows rows) {
        BlockLayout layout = visible.layout();
        TickRange range = selected.range();
        PagePosition resumed = PagePosition.resumed(schema, query);
        if (resumed != null) {
            long tick = layout.ticks(layout.event(resumed.key()).orElseThrow().clock());
            range = query.order() == Query.Order.ASCENDING
                    ? new TickRange(tick + 1, range.to())
                    : new TickRange(range.from(), tick);
        }
        if (range.from() >= range.to()) {
            return CompletableFuture.completedFuture(page(Capacity.NONE));
        }
        var rest = new BlockLayout.Selected(selected.identity(), range);
        return PackedScan.ofEach(new PackedScan.Request(visible, rest, query.order(), query.consistency()), this::add)
                .run(rows, query.limit())
                .thenApply(this::page);
    }

    private Page page(Capacity capacity) {
        Item end = found >= wanted ? last : null;
        PageToken next = end == null ? null : PagePosition.of(schema, null, end).token(schema, query);
        return new Page(items, found, examined, next, capacity);
    }

    private boolean add(RowSet rows, int row) {
        Item item = visible.items().item(selected.identity(), rows.row(row));
        examined++;
        if (!schema.isExpired(item, now) && query.filter().test(item)) {
            found++;
            last = item;
            if (query.select() != Select.count()) {
                items.add(query.select().of(item));
            }
        }
        return found < wanted;
    }
}
