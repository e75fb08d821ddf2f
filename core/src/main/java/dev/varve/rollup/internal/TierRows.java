package dev.varve.rollup.internal;

import static dev.varve.table.AttributePath.attr;

import dev.varve.error.CorruptData;
import dev.varve.error.Unavailable;
import dev.varve.internal.ParallelCalls;
import dev.varve.internal.range.RangeQuery;
import dev.varve.internal.range.RangeSteps;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.rollup.internal.definition.CompiledRollup;
import dev.varve.rollup.internal.definition.RowMapping;
import dev.varve.rollup.internal.page.RowPage;
import dev.varve.table.AttributePath;
import dev.varve.table.Capacity;
import dev.varve.table.Condition;
import dev.varve.table.Consistency;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Returning;
import dev.varve.table.Select;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import dev.varve.table.UpdateAction;
import dev.varve.table.WriteResult;
import dev.varve.table.internal.BulkDelete;
import dev.varve.table.internal.BulkGet;
import dev.varve.table.internal.LayoutKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one tier in their table.
 *
 * @param pages the pages that hold the rows, or null if each row is an item
 * @param unmeasured the attributes of a row that are not part of its content: its keys, expiry and version
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
public record TierRows(
        RowMapping mapping,
        Table table,
        int parallel,
        @Nullable RowPages pages,
        String[] unmeasured) {

    static TierRows of(RowMapping mapping, Table table, int parallel, @Nullable RowPages pages) {
        TableSchema schema = table.schema();
        Set<String> names = new LinkedHashSet<>(schema.key().names());
        mapping.indexes()
                .forEach(index -> names.addAll(schema.index(index.name()).key().names()));
        if (schema.ttlAttribute() != null) {
            names.add(schema.ttlAttribute());
        }
        names.add(CompiledRollup.VERSION);
        return new TierRows(mapping, table, parallel, pages, names.toArray(String[]::new));
    }

    /** A row that was read, with canonical names and its version. */
    record Stored(Instant start, Item row) {}

    /** Returns the row, with canonical names and its version, or null if there is none. */
    CompletableFuture<@Nullable Item> read(Parts identity, Instant start) {
        if (pages != null) {
            return pages.read(identity, start);
        }
        return table.get(Get.of(mapping.key(identity, start)).consistent())
                .thenApply(result -> result.find()
                        .filter(mapping::isRow)
                        .map(mapping::canonical)
                        .orElse(null));
    }

    /**
     * Returns a query for the items with the rows whose buckets begin in a range; skips items that do not have the key of a row. A
     * page may hold rows outside of the range.
     */
    public RangeQuery range(Parts identity, TimeRange range) {
        return items(identity, range).only(this::isRow);
    }

    /** The most rows that are computed before their pages are written. */
    private static final int MAX_PAGED_WRITES = 500;

    /** Returns whether an item has the key of a row. */
    boolean isRow(Item item) {
        return LayoutKeys.written(table.schema().keyOf(item))
                .flatMap(mapping.layout()::match)
                .isPresent();
    }

    /** Returns a query for all items in the key range of these rows, including items that are not rows. */
    RangeQuery items(Parts identity, TimeRange range) {
        RangeQuery rows = RangeQuery.of(
                table,
                RangeSteps.of(mapping.layout().plan(identity, pages == null ? range : mapping.pagesOf(range))),
                mapping.role() + " " + identity,
                parallel);
        return mapping.shared() == null ? rows : rows.where(storedVersion().exists());
    }

    /** Passes the rows whose buckets begin in a range to the consumer, in order. */
    CompletableFuture<Capacity> forEach(
            Parts identity, TimeRange range, Consistency consistency, Consumer<Stored> each) {
        if (pages == null || !mapping.isInOnePage(range)) {
            return forEach(identity, range, consistency, each, other -> {});
        }
        // One item is read faster by its key. It has all rows of its span, unless one of them is too large.
        return table.get(new Get(pages.key(identity, mapping.pageStart(range.from())), consistency, Select.all()))
                .thenCompose(result -> {
                    Item item = result.item();
                    RowPage page = item == null ? null : RowPages.page(item);
                    if (page == null || page.has(StoredPage.IS_ITEM)) {
                        return forEach(identity, range, consistency, each, other -> {});
                    }
                    PagedRead read = new PagedRead(this, range, each, other -> {});
                    read.add(page);
                    read.end();
                    return CompletableFuture.completedFuture(result.capacity());
                });
    }

    /**
     * Passes the rows whose buckets begin in a range to the consumer, in order, and the keys of other items in their key range to
     * another.
     */
    CompletableFuture<Capacity> forEach(
            Parts identity, TimeRange range, Consistency consistency, Consumer<Stored> each, Consumer<Key> other) {
        RangeQuery all = items(identity, range);
        RangeQuery query = consistency == Consistency.STRONG ? all.consistent() : all;
        if (pages != null) {
            PagedRead read = new PagedRead(this, range, each, other);
            return query.forEachAsync(read::add).thenApply(capacity -> {
                read.end();
                return capacity;
            });
        }
        return query.forEachAsync(item -> {
            if (isRow(item)) {
                each.accept(new Stored(startOf(item), mapping.canonical(item)));
            } else {
                other.accept(table.schema().keyOf(item));
            }
        });
    }

    /**
     * Reads the rows of one bucket of many identities; null where there is none.
     *
     * @param corrupt receives the identities whose rows cannot be decoded; they have none in the result
     */
    CompletableFuture<List<@Nullable Item>> readEach(
            List<Parts> identities, Instant start, BiConsumer<Parts, CorruptData> corrupt) {
        List<Key> keys = identities.stream()
                .map(identity -> pages == null ? mapping.key(identity, start) : pages.key(identity, start))
                .toList();
        return found(keys).thenCompose(found -> {
            List<@Nullable Item> rows = new ArrayList<>();
            List<Key> items = new ArrayList<>();
            for (int i = 0; i < keys.size(); i++) {
                Item item = found.get(keys.get(i));
                RowPages paged = item != null && item.has(RowPages.PAGE) ? pages : null;
                Item row = null;
                try {
                    row = item == null ? null : paged != null ? paged.row(item, start) : rowAt(item, start);
                } catch (CorruptData e) {
                    corrupt.accept(identities.get(i), e);
                }
                rows.add(row);
                // Without a page, the row may be an item; so may one that is too large for its page.
                if (pages != null && (paged != null ? StoredPage.isItem(row) : row == null)) {
                    items.add(mapping.key(identities.get(i), start));
                }
            }
            return items.isEmpty()
                    ? CompletableFuture.completedFuture(rows)
                    : withItems(identities, start, rows, items);
        });
    }

    private @Nullable Item rowAt(Item item, Instant start) {
        boolean isRow = mapping.isRow(item) && (pages == null || startOf(item).equals(start));
        return isRow ? mapping.canonical(item) : null;
    }

    private CompletableFuture<List<@Nullable Item>> withItems(
            List<Parts> identities, Instant start, List<@Nullable Item> rows, List<Key> keys) {
        return found(keys).thenApply(found -> {
            for (int i = 0; i < rows.size(); i++) {
                Item item = rows.get(i) == null || StoredPage.isItem(rows.get(i))
                        ? found.get(mapping.key(identities.get(i), start))
                        : null;
                if (item != null && item.value(RowPages.PAGE) == null) {
                    rows.set(i, mapping.canonical(item));
                }
            }
            return rows;
        });
    }

    private CompletableFuture<Map<Key, Item>> found(List<Key> keys) {
        return BulkGet.read(table, keys, Consistency.STRONG, parallel).thenApply(result -> {
            if (!result.unprocessed().isEmpty()) {
                throw new Unavailable(
                        "rollup.members-unread",
                        "%s of %s rows could not be read in time"
                                .formatted(result.unprocessed().size(), keys.size()));
            }
            return result.found();
        });
    }

    /** Returns the version of a row that this process knows without a read, or null; it may be out of date. */
    @Nullable
    Long knownVersion(Parts identity, Instant start) {
        return pages == null ? null : pages.knownVersion(identity, start);
    }

    /** Returns the start of the bucket of a row that was read. */
    Instant startOf(Item stored) {
        return mapping.layout()
                .parse(LayoutKeys.written(table.schema().keyOf(stored)).orElseThrow())
                .clock();
    }

    /** Returns the version of a row: the number of its writes. */
    static long version(@Nullable Item row) {
        return row != null && row.value(CompiledRollup.VERSION) instanceof Num number ? number.longValueExact() : 0;
    }

    /** Returns the content of a row, without its keys, expiry and version. */
    Item content(Item row) {
        return row.without(unmeasured);
    }

    /** Writes a row with this version if the condition holds; returns whether it was written. */
    CompletableFuture<Boolean> write(Parts identity, Instant start, Item row, long version, Condition condition) {
        Key key = mapping.key(identity, start);
        Item item = item(identity, start, row, version);
        CompletableFuture<WriteResult> result = mapping.shared() == null
                ? table.put(Put.of(table.schema().keyed(key, item)).when(condition))
                : table.update(own(key, item).when(condition));
        return result.thenApply(WriteResult::isWritten);
    }

    /** Writes a row if it still has the version that it replaces; returns whether it was written. */
    CompletableFuture<Boolean> write(Replaced row) {
        return pages != null
                ? pages.writeEach(List.of(row)).get(0)
                : write(row.identity(), row.start(), row.row(), row.version() + 1, isStill(row.version()));
    }

    /** Returns the best number of rows for one call of {@link #writeEach}; 1 if grouping has no advantage. */
    int writesAtOnce() {
        if (pages != null) {
            return MAX_PAGED_WRITES;
        }
        return mapping.shared() == null ? table.putsAtOnce() : 1;
    }

    /** A row to write over another version of it; version 0 if it is new. */
    record Replaced(Parts identity, Instant start, Item row, long version) {}

    /** Writes each row if it still has the version that it replaces; returns whether each was written. */
    List<CompletableFuture<Boolean>> writeEach(List<Replaced> rows) {
        if (pages != null) {
            return pages.writeEach(rows);
        }
        List<Put> puts = rows.stream()
                .map(row -> Put.of(table.schema()
                                .keyed(
                                        mapping.key(row.identity(), row.start()),
                                        item(row.identity(), row.start(), row.row(), row.version() + 1)))
                        .when(isStill(row.version())))
                .toList();
        return table.putEach(puts).stream()
                .map(result -> result.thenApply(WriteResult::isWritten))
                .toList();
    }

    private Item item(Parts identity, Instant start, Item row, long version) {
        Item.Builder item = Item.builder().putAll(mapping.stored(row)).put(storedVersionName(), Num.of(version));
        if (mapping.keep() != null) {
            item.put(
                    Objects.requireNonNull(table.schema().ttlAttribute()),
                    Num.of(start.plus(mapping.keep()).getEpochSecond()));
        }
        mapping.indexes().forEach(index -> item.putAll(index.keys(table.schema(), identity, start)));
        return item.build();
    }

    /** Removes a row if it still has this version; attributes of other rollups in the same item stay. */
    CompletableFuture<Void> remove(Parts identity, Instant start, long version) {
        if (pages != null) {
            return pages.remove(identity, start, version);
        }
        return remove(mapping.key(identity, start), isStill(version));
    }

    private CompletableFuture<Void> remove(Key key, Condition condition) {
        CompletableFuture<WriteResult> result = mapping.shared() == null
                ? table.delete(Delete.of(key).when(condition))
                : table.update(own(key, Item.empty()).when(condition));
        return result.thenAccept(removed -> {});
    }

    /** Removes all rows whose buckets begin in a range; blocks until done. Safe to repeat. */
    void removeAll(Parts identity, TimeRange range) {
        var bulk = new BulkDelete(table, parallel);
        bulk.run(
                range(identity, range).consistent().stream().map(table.schema()::keyOf),
                mapping.shared() == null
                        ? batch -> bulk.remove(batch, "rollup.delete-unfinished", "rows")
                        : this::removeOwn);
    }

    /** Removes the attributes of this rollup from rows that it shares with others. */
    private CompletableFuture<Boolean> removeOwn(List<Delete> batch) {
        return ParallelCalls.map(
                        batch, 1, delete -> remove(delete.key(), storedVersion().exists()))
                .thenApply(removed -> true);
    }

    /** Returns the update that writes an item's attributes and keeps those of other rollups. */
    private Update own(Key key, Item item) {
        List<UpdateAction> actions = new ArrayList<>();
        item.forEach((name, value) -> {
            if (!table.schema().key().contains(name)) {
                actions.add(new UpdateAction.Set(attr(name), value));
            }
        });
        mapping.storedNames().stream()
                .filter(name -> item.value(name) == null)
                .forEach(name -> actions.add(new UpdateAction.Remove(attr(name))));
        return new Update(key, actions, Condition.always(), Returning.NOTHING, null);
    }

    /** Returns the condition that the row still has this version, or does not exist for version 0. */
    Condition isStill(long version) {
        return version == 0 ? storedVersion().absent() : storedVersion().is(Num.of(version));
    }

    /** Returns the condition that the row has an earlier version, or does not exist. */
    Condition isBefore(long version) {
        return storedVersion().absent().or(storedVersion().before(Num.of(version)));
    }

    private AttributePath storedVersion() {
        return attr(storedVersionName());
    }

    private String storedVersionName() {
        return mapping.storedName(CompiledRollup.VERSION);
    }
}
