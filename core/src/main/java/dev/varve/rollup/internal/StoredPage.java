package dev.varve.rollup.internal;

import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.rollup.internal.page.PageWriter;
import dev.varve.rollup.internal.page.RowPage;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a page as a table has them: in the page, or, while there is no page, as items.
 *
 * @param bytes the stored page, or null if there is none
 * @param items rows that are items and belong into the page, with their versions
 */
record StoredPage(@Nullable Bytes bytes, @Nullable RowPage page, Map<Instant, Item> items) {

    /** Marks a row of a page that is too large for it and is an item of its own. */
    static final String IS_ITEM = "~item";

    static StoredPage of(Bytes bytes) {
        return new StoredPage(bytes, RowPage.of(bytes.toArray()), Map.of());
    }

    /** Returns the rows of a page that does not exist yet. */
    static StoredPage of(Map<Instant, Item> items) {
        return new StoredPage(null, null, Map.copyOf(items));
    }

    /** Returns the version of a row, 0 if there is none. */
    long version(Instant start) {
        RowPage stored = page;
        if (stored == null) {
            return TierRows.version(items.get(start));
        }
        int row = stored.find(start.getEpochSecond());
        return row < 0 ? 0 : stored.version(row);
    }

    /** Returns a row with its version, or null if there is none. A row that is an item has a mark and no content. */
    @Nullable
    Item row(Instant start) {
        RowPage stored = page;
        if (stored == null) {
            return items.get(start);
        }
        int row = stored.find(start.getEpochSecond());
        return row < 0 ? null : stored.row(row);
    }

    /** Returns whether a row is too large for the page and is an item of its own. */
    boolean isItem(Instant start) {
        RowPage stored = page;
        int row = stored == null ? -1 : stored.find(start.getEpochSecond());
        return stored != null && row >= 0 && stored.value(row, IS_ITEM) != null;
    }

    static boolean isItem(@Nullable Item row) {
        return row != null && row.has(IS_ITEM);
    }

    /** Returns the bytes of this page with changed rows; null if no row is left. */
    byte @Nullable [] with(Map<Instant, PageWriter.Change> changes, long first) {
        TreeMap<Long, PageWriter.Change> all = new TreeMap<>();
        items.forEach((start, row) -> all.put(start.getEpochSecond(), new PageWriter.Change(row)));
        changes.forEach((start, change) -> all.put(start.getEpochSecond(), change));
        return PageWriter.write(page, all, first);
    }
}
