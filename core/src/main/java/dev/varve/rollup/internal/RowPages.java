package dev.varve.rollup.internal;

import static dev.varve.table.AttributePath.attr;

import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.internal.range.RangeQuery;
import dev.varve.internal.range.RangeSteps;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.key.Parts;
import dev.varve.rollup.internal.TierRows.Replaced;
import dev.varve.rollup.internal.definition.CompiledRollup;
import dev.varve.rollup.internal.definition.RowMapping;
import dev.varve.rollup.internal.page.PageWriter;
import dev.varve.rollup.internal.page.RowPage;
import dev.varve.table.Condition;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import dev.varve.table.internal.LayoutKeys;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one tier: items that hold the rows of one identity in one span of time, such as the hours of a day. A page has the
 * key of its first bucket's row.
 *
 * <p>A page is written only over the bytes that were read. A row in it is replaced only if it has the version that the writer of
 * the row has read before its source. So rows are as safe from each other's writers as items are: a writer that loses the page
 * to another row reads it again; one that loses its own row computes the row again.
 *
 * <p>An earlier version stored each row as an item. The first write of a page takes over the rows that are items, and removes
 * these. Whoever finds a row in both places takes the greater version.
 */
final class RowPages {

    /** The attribute of an item that holds a page. */
    static final String PAGE = "page";

    /**
     * A row with more bytes of values that are not numbers, such as the portions of many group values, is an item of its own, so
     * that a page stays small. Its page has its version.
     */
    private static final int MAX_VALUE_BYTES = 4 * 1024;

    private final RowMapping mapping;
    private final Table table;
    private final InstantSource clock;
    private final int parallel;
    private final PageCache cache = new PageCache();

    RowPages(RowMapping mapping, Table table, InstantSource clock, int parallel) {
        this.mapping = mapping;
        this.table = table;
        this.clock = clock;
        this.parallel = parallel;
    }

    /** Returns the page in an item, or null if the item is none. */
    static @Nullable RowPage page(Item item) {
        return item.value(PAGE) instanceof Bytes bytes ? RowPage.of(bytes.toArray()) : null;
    }

    /** Returns a row of the page in an item, with its version, or null if it has none. */
    @Nullable
    Item row(Item item, Instant start) {
        RowPage page = page(item);
        int row = page == null || !isLive(start) ? -1 : page.find(start.getEpochSecond());
        return page == null || row < 0 ? null : page.row(row);
    }

    /** Returns the key of the page with the row of a bucket. */
    Key key(Parts identity, Instant start) {
        return mapping.key(identity, mapping.pageStart(start));
    }

    boolean isLive(Instant start) {
        return !mapping.isExpired(start, clock.instant());
    }

    /** Returns the version of a row in a page that was read or written before, or null if no such page is known. */
    @Nullable
    Long knownVersion(Parts identity, Instant start) {
        StoredPage known = isLive(start) ? cache.get(key(identity, start)) : null;
        return known == null ? null : known.version(start);
    }

    /** Returns the version of a row, 0 if there is none. An expired row is absent for writers, as it is for readers. */
    private long version(StoredPage page, Instant start) {
        return isLive(start) ? page.version(start) : 0;
    }

    /** Reads a row, with its version, or null if there is none. */
    CompletableFuture<@Nullable Item> read(Parts identity, Instant start) {
        return load(identity, start).thenCompose(stored -> {
            Item row = isLive(start) ? stored.row(start) : null;
            return StoredPage.isItem(row)
                    ? table.get(Get.of(mapping.key(identity, start)).consistent())
                            .thenApply(result ->
                                    result.find().map(mapping::canonical).orElse(row))
                    : CompletableFuture.completedFuture(row);
        });
    }

    private CompletableFuture<StoredPage> load(Parts identity, Instant start) {
        Key key = key(identity, start);
        return table.get(Get.of(key).consistent()).thenCompose(result -> {
            Item found = result.item();
            if (found != null && found.value(PAGE) instanceof Bytes bytes) {
                cache.put(key, bytes);
                return CompletableFuture.completedFuture(StoredPage.of(bytes));
            }
            return items(identity, start).thenApply(rows -> {
                if (rows.isEmpty()) {
                    cache.putAbsent(key);
                } else {
                    cache.remove(key);
                }
                return StoredPage.of(rows);
            });
        });
    }

    /** Reads the rows of a page that does not exist yet and that an earlier version stored as items. */
    private CompletableFuture<Map<Instant, Item>> items(Parts identity, Instant start) {
        Map<Instant, Item> rows = new HashMap<>();
        return RangeQuery.of(
                        table,
                        RangeSteps.of(mapping.layout().plan(identity, mapping.pageRange(start))),
                        mapping.role() + " " + identity,
                        parallel)
                .consistent()
                .forEachAsync(item -> LayoutKeys.written(table.schema().keyOf(item))
                        .flatMap(mapping.layout()::match)
                        .filter(row -> item.value(PAGE) == null)
                        .ifPresent(row -> rows.put(row.clock(), withoutKeys(item))))
                .thenApply(read -> rows);
    }

    private Item withoutKeys(Item stored) {
        Item.Builder row = Item.builder();
        mapping.canonical(stored).forEach((name, value) -> {
            if (!table.schema().key().contains(name)
                    && !name.equals(table.schema().ttlAttribute())) {
                row.put(name, value);
            }
        });
        return row.build();
    }

    /** The rows of one page that are written together. */
    private static final class Batch {
        private final Parts identity;
        private final List<Replaced> rows = new ArrayList<>();
        private final List<CompletableFuture<Boolean>> results = new ArrayList<>();

        private Batch(Parts identity) {
            this.identity = identity;
        }

        private Instant start() {
            return rows.get(0).start();
        }

        private void fail(Throwable error) {
            results.forEach(result -> result.completeExceptionally(AsyncLoop.failure(error)));
        }
    }

    /** Writes each row if it still has the version that it replaces; returns whether each was written. */
    List<CompletableFuture<Boolean>> writeEach(List<Replaced> rows) {
        Map<Key, Batch> batches = new LinkedHashMap<>();
        List<Batch> all = new ArrayList<>();
        List<CompletableFuture<Boolean>> results = new ArrayList<>();
        for (Replaced row : rows) {
            Batch batch;
            if (isLarge(row)) {
                // One by one, because a transaction has at most 4 MB.
                batch = new Batch(row.identity());
                all.add(batch);
            } else {
                batch = batches.computeIfAbsent(key(row.identity(), row.start()), first -> new Batch(row.identity()));
            }
            CompletableFuture<Boolean> result = new CompletableFuture<>();
            batch.rows.add(row);
            batch.results.add(result);
            results.add(result);
        }
        all.addAll(0, batches.values());
        write(all);
        return results;
    }

    /** A page as it is written. */
    private record Planned(Batch batch, StoredPage before, List<Boolean> accepted, List<Write> writes) {}

    private void write(List<Batch> batches) {
        var unused = ParallelCalls.map(batches, parallel, this::plan)
                .thenCompose(planned -> {
                    List<Planned> single = new ArrayList<>();
                    List<Planned> several = new ArrayList<>();
                    for (Planned each : planned) {
                        if (each != null && !each.writes().isEmpty()) {
                            (each.writes().size() == 1 ? single : several).add(each);
                        }
                    }
                    return put(single).thenCompose(done -> ParallelCalls.map(several, parallel, this::transact));
                })
                .exceptionally(error -> {
                    batches.forEach(batch -> batch.fail(error));
                    return null;
                });
    }

    /** Plans the write of a page; the result is null if it failed, and has no writes if there is nothing to write. */
    private CompletableFuture<@Nullable Planned> plan(Batch batch) {
        CompletableFuture<StoredPage> loaded;
        try {
            StoredPage known = cache.get(key(batch.identity, batch.start()));
            loaded = known == null ? load(batch.identity, batch.start()) : CompletableFuture.completedFuture(known);
        } catch (RuntimeException e) {
            loaded = CompletableFuture.failedFuture(e);
        }
        return loaded.<@Nullable Planned>thenApply(before -> plan(batch, before))
                .exceptionally(error -> {
                    batch.fail(error);
                    return null;
                });
    }

    private Planned plan(Batch batch, StoredPage before) {
        Map<Instant, PageWriter.Change> changes = new HashMap<>();
        List<Boolean> accepted = new ArrayList<>();
        List<Write> beside = new ArrayList<>();
        for (Replaced row : batch.rows) {
            boolean isAccepted = version(before, row.start()) == row.version() && !changes.containsKey(row.start());
            accepted.add(isAccepted);
            if (!isAccepted) {
                continue;
            }
            Num version = Num.of(row.version() + 1);
            if (isLarge(row)) {
                changes.put(row.start(), new PageWriter.Change(marked(version)));
                beside.add(Put.of(table.schema().keyed(mapping.key(row.identity(), row.start()), large(row, version))));
            } else {
                changes.put(row.start(), new PageWriter.Change(row.row().with(CompiledRollup.VERSION, version)));
                if (before.isItem(row.start())) {
                    beside.add(Delete.of(mapping.key(row.identity(), row.start())));
                }
            }
        }
        List<Write> writes = new ArrayList<>();
        if (!changes.isEmpty()) {
            writes.add(page(batch.identity, batch.start(), before, changes));
            writes.addAll(beside);
        } else {
            // The page may be one of the cache, and out of date.
            cache.remove(key(batch.identity, batch.start()));
            complete(new Planned(batch, before, accepted, List.of()));
        }
        return new Planned(batch, before, accepted, writes);
    }

    private static Item marked(Num version) {
        return Item.of(CompiledRollup.VERSION, version, StoredPage.IS_ITEM, true);
    }

    /** Returns whether a row is stored as an item. The key of the first row of a page is that of the page. */
    private boolean isLarge(Replaced row) {
        int size = 0;
        for (int i = 0; i < row.row().attributeCount(); i++) {
            Value value = row.row().valueAt(i);
            size += value instanceof Num ? 0 : value.size();
        }
        return size > MAX_VALUE_BYTES && !mapping.pageStart(row.start()).equals(row.start());
    }

    private Item large(Replaced row, Num version) {
        Item.Builder item = Item.builder()
                .putAll(mapping.stored(row.row()))
                .put(mapping.storedName(CompiledRollup.VERSION), version);
        addExpiry(item, row.start());
        return item.build();
    }

    private void addExpiry(Item.Builder item, Instant last) {
        if (mapping.keep() != null) {
            item.put(
                    Objects.requireNonNull(table.schema().ttlAttribute()),
                    Num.of(last.plus(mapping.keep()).getEpochSecond()));
        }
    }

    /** Returns the write of a page: a delete if no row is left. */
    private Write page(Parts identity, Instant start, StoredPage before, Map<Instant, PageWriter.Change> changes) {
        Key key = key(identity, start);
        byte[] bytes = before.with(changes, firstLive());
        if (bytes == null) {
            return Delete.of(key).when(isStill(before, start));
        }
        Item.Builder item = Item.builder().put(PAGE, Bytes.wrap(bytes));
        if (mapping.keep() != null) {
            RowPage page = RowPage.of(bytes);
            addExpiry(item, Instant.ofEpochSecond(page.start(page.size() - 1)));
        }
        return Put.of(table.schema().keyed(key, item.build())).when(isStill(before, start));
    }

    /** Returns the epoch second before which rows have expired. */
    private long firstLive() {
        return mapping.keep() == null
                ? Long.MIN_VALUE
                : clock.instant().minus(mapping.keep()).getEpochSecond() + 1;
    }

    /** Returns the condition that the table still has a page as it was read. */
    private Condition isStill(StoredPage before, Instant start) {
        if (before.bytes() != null) {
            return attr(PAGE).is(before.bytes());
        }
        // Without a page, the row of its first bucket may be stored under its key.
        Item first = before.items().get(mapping.pageStart(start));
        String version = mapping.storedName(CompiledRollup.VERSION);
        return attr(PAGE)
                .absent()
                .and(first == null ? attr(version).absent() : attr(version).is(Num.of(TierRows.version(first))));
    }

    private CompletableFuture<Void> put(List<Planned> pages) {
        List<Planned> puts = new ArrayList<>();
        List<Planned> deletes = new ArrayList<>();
        pages.forEach(page -> (page.writes().get(0) instanceof Put ? puts : deletes).add(page));
        CompletableFuture<?> written;
        if (table.putsAtOnce() > 1) {
            List<CompletableFuture<WriteResult>> results = table.putEach(
                    puts.stream().map(page -> (Put) page.writes().get(0)).toList());
            List<CompletableFuture<Void>> ended = new ArrayList<>();
            for (int i = 0; i < puts.size(); i++) {
                ended.add(ended(puts.get(i), results.get(i).thenApply(WriteResult::isWritten)));
            }
            written = CompletableFuture.allOf(ended.toArray(CompletableFuture[]::new));
        } else {
            written = ParallelCalls.map(
                    puts,
                    parallel,
                    page -> ended(page, table.put((Put) page.writes().get(0)).thenApply(WriteResult::isWritten)));
        }
        return written.thenCompose(done -> ParallelCalls.map(
                        deletes,
                        parallel,
                        page -> ended(
                                page,
                                table.delete((Delete) page.writes().get(0)).thenApply(WriteResult::isWritten))))
                .thenAccept(done -> {});
    }

    private CompletableFuture<Void> transact(Planned page) {
        return ended(
                page,
                table.transactWrite(TransactWrite.of(page.writes().toArray(Write[]::new)))
                        .thenApply(TransactResult::isCommitted));
    }

    /** Ends the write of a page; never fails: the futures of its rows do. */
    private CompletableFuture<Void> ended(Planned page, CompletableFuture<Boolean> written) {
        Batch batch = page.batch();
        Key key = key(batch.identity, batch.start());
        return written.thenCompose(isWritten -> {
                    if (!isWritten) {
                        cache.remove(key);
                        write(List.of(batch));
                        return CompletableFuture.completedFuture(null);
                    }
                    if (page.writes().get(0) instanceof Put put) {
                        cache.put(key, put.item().bytes(PAGE));
                    }
                    return removeItems(batch.identity, page.before()).thenRun(() -> complete(page));
                })
                .exceptionally(error -> {
                    // The outcome may be unknown.
                    cache.remove(key);
                    batch.fail(error);
                    return null;
                });
    }

    private static void complete(Planned page) {
        for (int i = 0; i < page.accepted().size(); i++) {
            page.batch().results.get(i).complete(page.accepted().get(i));
        }
    }

    /** Removes the items whose rows a new page has taken over. */
    private CompletableFuture<Void> removeItems(Parts identity, StoredPage before) {
        List<Instant> starts = before.items().keySet().stream()
                .filter(start -> !mapping.pageStart(start).equals(start))
                .toList();
        return ParallelCalls.map(
                        starts,
                        parallel,
                        start -> table.delete(Delete.of(mapping.key(identity, start))
                                .when(attr(mapping.storedName(CompiledRollup.VERSION))
                                        .is(Num.of(
                                                TierRows.version(before.items().get(start)))))))
                .thenAccept(removed -> {});
    }

    /** Removes a row if it still has this version. */
    CompletableFuture<Void> remove(Parts identity, Instant start, long version) {
        return AsyncLoop.untilDone(() -> load(identity, start).thenCompose(stored -> {
            if (version(stored, start) != version) {
                return CompletableFuture.completedFuture(true);
            }
            List<Write> writes = new ArrayList<>();
            writes.add(page(identity, start, stored, Map.of(start, new PageWriter.Change(null))));
            if (!mapping.pageStart(start).equals(start)) {
                writes.add(Delete.of(mapping.key(identity, start)));
            }
            cache.remove(key(identity, start));
            return table.transactWrite(TransactWrite.of(writes.toArray(Write[]::new)))
                    .thenApply(TransactResult::isCommitted);
        }));
    }
}
