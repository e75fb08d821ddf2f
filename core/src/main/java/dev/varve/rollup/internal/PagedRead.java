package dev.varve.rollup.internal;

import dev.varve.item.Item;
import dev.varve.key.TimeRange;
import dev.varve.rollup.internal.TierRows.Stored;
import dev.varve.rollup.internal.page.RowPage;
import dev.varve.table.Key;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Passes on the rows of pages and of items in the order of their buckets; of two rows of a bucket, the one with the greater version. */
final class PagedRead {

    private final TierRows rows;
    private final TimeRange range;
    private final Consumer<Stored> each;
    private final Consumer<Key> other;
    // The rows of one page and of items in its span.
    private final Map<Instant, Item> waiting = new TreeMap<>();
    private @Nullable Instant end;

    PagedRead(TierRows rows, TimeRange range, Consumer<Stored> each, Consumer<Key> other) {
        this.rows = rows;
        this.range = range;
        this.each = each;
        this.other = other;
    }

    /** Takes the next item in the order of keys. */
    void add(Item item) {
        if (!rows.isRow(item)) {
            other.accept(rows.table().schema().keyOf(item));
            return;
        }
        Instant start = rows.startOf(item);
        if (end != null && !start.isBefore(end)) {
            end();
        }
        if (end == null) {
            end = rows.mapping().pageRange(start).to();
        }
        RowPage page = RowPages.page(item);
        if (page == null) {
            add(start, rows.mapping().canonical(item));
            return;
        }
        add(page);
    }

    /** Takes the rows of a page. */
    void add(RowPage page) {
        for (int i = 0; i < page.size(); i++) {
            Instant bucket = Instant.ofEpochSecond(page.start(i));
            if (isWanted(bucket)) {
                add(bucket, page.row(i));
            }
        }
    }

    private boolean isWanted(Instant start) {
        RowPages pages = rows.pages();
        return !start.isBefore(range.from()) && start.isBefore(range.to()) && pages != null && pages.isLive(start);
    }

    private void add(Instant start, Item row) {
        Item before = waiting.get(start);
        boolean isNewer =
                before == null || StoredPage.isItem(before) || TierRows.version(row) > TierRows.version(before);
        if (isWanted(start) && isNewer) {
            waiting.put(start, row);
        }
    }

    /** Passes on the rows that wait. */
    void end() {
        waiting.forEach((start, row) -> {
            if (!StoredPage.isItem(row)) {
                each.accept(new Stored(start, row));
            }
        });
        waiting.clear();
        end = null;
    }
}
