package dev.varve.series.internal.packed;

import dev.varve.engine.ForwardingTable;
import dev.varve.engine.support.Cost;
import dev.varve.engine.support.ItemCheck;
import dev.varve.error.Rejected;
import dev.varve.error.VarveException;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.key.internal.ParsedKey;
import dev.varve.series.internal.packed.block.BlockLayout;
import dev.varve.series.internal.packed.read.PackedPage;
import dev.varve.series.internal.packed.read.PackedScan;
import dev.varve.series.internal.packed.read.SplitPage;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowResult;
import dev.varve.series.internal.packed.row.RowWrite;
import dev.varve.series.internal.packed.step.PackedState;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchGetResult;
import dev.varve.table.BatchWrite;
import dev.varve.table.BatchWriteResult;
import dev.varve.table.Capacity;
import dev.varve.table.Consistency;
import dev.varve.table.Delete;
import dev.varve.table.Explanation;
import dev.varve.table.Get;
import dev.varve.table.GetResult;
import dev.varve.table.Key;
import dev.varve.table.Page;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Request;
import dev.varve.table.Table;
import dev.varve.table.TransactGet;
import dev.varve.table.TransactGetResult;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The table of a packed series as the rest of Varve sees it: each row is an item with the key that it would have without
 * packing. Writes of rows go to the {@link PackedStore}, reads join blocks and memory. Requests for other keys are forwarded.
 */
public final class PackedTable extends ForwardingTable {

    /** The best number of puts in one call: they share a record of the journal. */
    private static final int PUTS_AT_ONCE = 8_192;

    private final PackedStore store;
    private final PackedState state;
    private final BlockLayout layout;
    private final int parallel;
    private final PackedScan.Rows rows;

    PackedTable(Table stored, PackedStore store, int parallel) {
        this(stored, store, parallel, PackedScan.Rows.ALL);
    }

    private PackedTable(Table stored, PackedStore store, int parallel, PackedScan.Rows rows) {
        super(stored);
        this.store = store;
        this.state = store.state();
        this.layout = state.layout();
        this.parallel = parallel;
        this.rows = rows;
    }

    /** Returns the same table without the rows that no block holds yet. */
    public Table sealed() {
        return new PackedTable(delegate(), store, parallel, PackedScan.Rows.SEALED);
    }

    public PackedStore store() {
        return store;
    }

    @Override
    public CompletableFuture<WriteResult> put(Put put) {
        return putEach(List.of(put)).get(0);
    }

    @Override
    public int putsAtOnce() {
        return PUTS_AT_ONCE;
    }

    /** Returns the best number of puts of events that are not packed in one call. */
    public int itemsAtOnce() {
        return delegate().putsAtOnce();
    }

    @Override
    public List<CompletableFuture<WriteResult>> putEach(List<Put> puts) {
        List<RowWrite> rows = new ArrayList<>(puts.size());
        List<@Nullable Integer> places = new ArrayList<>(puts.size());
        List<@Nullable CompletableFuture<WriteResult>> results = new ArrayList<>(puts.size());
        List<Put> others = new ArrayList<>();
        List<Integer> placesOfOthers = new ArrayList<>();
        for (Put put : puts) {
            CompletableFuture<WriteResult> failed = null;
            boolean isRow = false;
            try {
                RowWrite row = row(put);
                isRow = row != null;
                if (row != null) {
                    rows.add(row);
                } else {
                    others.add(put);
                    placesOfOthers.add(results.size());
                }
            } catch (VarveException rejected) {
                failed = CompletableFuture.failedFuture(rejected);
            }
            places.add(isRow ? rows.size() - 1 : null);
            results.add(failed);
        }
        for (int from = 0; from < others.size(); from += delegate().putsAtOnce()) {
            int to = Math.min(others.size(), from + delegate().putsAtOnce());
            List<CompletableFuture<WriteResult>> written = delegate().putEach(others.subList(from, to));
            for (int i = from; i < to; i++) {
                results.set(placesOfOthers.get(i), written.get(i - from));
            }
        }
        if (!rows.isEmpty()) {
            CompletableFuture<List<RowResult>> written = store.write(rows);
            for (int i = 0; i < results.size(); i++) {
                Integer place = places.get(i);
                if (place != null) {
                    results.set(i, written.thenApply(all -> result(rows.get(place), all.get(place))));
                }
            }
        }
        return results;
    }

    private WriteResult result(RowWrite write, RowResult result) {
        Row existing = result.existing();
        return result.kind() == RowResult.Kind.REFUSED
                ? new WriteResult.ConditionFailed(
                        existing == null ? null : state.items().item(write.identity(), existing), Capacity.NONE)
                : new WriteResult.Written(null, Capacity.NONE);
    }

    private @Nullable RowWrite row(Put put) {
        ParsedKey event = layout.event(schema().keyOf(put.item())).orElse(null);
        if (event == null) {
            return null;
        }
        ItemCheck.stored(schema(), put.item());
        long tick = layout.requireTicks(event.clock());
        return RowWrite.when(event.parts(), tick, state.items().row(put.item(), tick), put.condition());
    }

    private @Nullable RowWrite row(Delete delete) {
        ParsedKey event = layout.event(delete.key()).orElse(null);
        return event == null
                ? null
                : RowWrite.when(event.parts(), layout.requireTicks(event.clock()), null, delete.condition());
    }

    @Override
    public CompletableFuture<WriteResult> delete(Delete delete) {
        RowWrite row = row(delete);
        return row == null
                ? delegate().delete(delete)
                : store.write(List.of(row)).thenApply(results -> result(row, results.get(0)));
    }

    @Override
    public CompletableFuture<BatchWriteResult> batchWrite(BatchWrite batch) {
        List<RowWrite> rows = new ArrayList<>();
        List<Write> others = new ArrayList<>();
        for (Write write : batch.writes()) {
            RowWrite row = write instanceof Put put ? row(put) : write instanceof Delete delete ? row(delete) : null;
            if (row == null) {
                others.add(write);
            } else {
                rows.add(row);
            }
        }
        CompletableFuture<BatchWriteResult> rest = others.isEmpty()
                ? CompletableFuture.completedFuture(new BatchWriteResult(List.of(), Capacity.NONE))
                : delegate().batchWrite(new BatchWrite(others));
        return rows.isEmpty() ? rest : store.write(rows).thenCombine(rest, (written, result) -> result);
    }

    @Override
    public CompletableFuture<GetResult> get(Get get) {
        ParsedKey event = layout.event(get.key()).orElse(null);
        if (event == null) {
            return delegate().get(get);
        }
        Query one = Query.of(get.key().partition()).between(sort(get.key()), sort(get.key()));
        one = one.select(get.select());
        return query(get.consistency() == Consistency.STRONG ? one.consistent() : one)
                .thenApply(page -> new GetResult(page.first().orElse(null), page.capacity()));
    }

    private static Object sort(Key key) {
        return Objects.requireNonNull(key.sort());
    }

    @Override
    public CompletableFuture<BatchGetResult> batchGet(BatchGet batch) {
        if (batch.keys().stream().noneMatch(this::isEvent)) {
            return delegate().batchGet(batch);
        }
        return ParallelCalls.map(batch.keys(), parallel, key -> get(new Get(key, batch.consistency(), batch.select())))
                .thenApply(results -> {
                    Map<Key, Item> found = new HashMap<>();
                    Capacity capacity = Capacity.NONE;
                    for (int i = 0; i < results.size(); i++) {
                        Item item = results.get(i).item();
                        capacity = capacity.plus(results.get(i).capacity());
                        if (item != null) {
                            found.put(batch.keys().get(i), item);
                        }
                    }
                    return new BatchGetResult(found, List.of(), capacity);
                });
    }

    private boolean isEvent(Key key) {
        return layout.event(key).isPresent();
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        BlockLayout.Selected selected = packed(query);
        if (selected == null) {
            return delegate().query(query);
        }
        return selected.range().from() >= layout.since()
                ? packedPage(query)
                : new SplitPage(schema(), layout, query, selected).read(delegate()::query, this::packedPage);
    }

    private CompletableFuture<Page> packedPage(Query query) {
        return new PackedPage(store.visible(), query, Objects.requireNonNull(layout.selected(query))).read(rows);
    }

    /** Returns the events that a query selects, or null if none of them is packed. */
    private BlockLayout.@Nullable Selected packed(Query query) {
        BlockLayout.Selected selected = layout.selected(query);
        return selected == null || selected.range().to() <= layout.since() ? null : selected;
    }

    @Override
    public CompletableFuture<WriteResult> update(Update update) {
        return isEvent(update.key())
                ? CompletableFuture.failedFuture(refused("updated in place", "append or correct the event"))
                : delegate().update(update);
    }

    @Override
    public CompletableFuture<TransactResult> transactWrite(TransactWrite transaction) {
        boolean hasEvent = transaction.actions().stream()
                .anyMatch(action -> (action.table() == null || action.table().equals(schema().name()))
                        && isEvent(action.write().keyIn(schema())));
        return hasEvent
                ? CompletableFuture.failedFuture(refused("part of a transaction", "append it by itself"))
                : delegate().transactWrite(transaction);
    }

    @Override
    public CompletableFuture<TransactGetResult> transactGet(TransactGet transaction) {
        return transaction.keys().stream().anyMatch(this::isEvent)
                ? CompletableFuture.failedFuture(refused("read in a transaction", "read the history"))
                : delegate().transactGet(transaction);
    }

    private Rejected refused(String what, String instead) {
        return new Rejected(
                "packed.unsupported",
                "an event of a packed series cannot be %s, because it shares a block with others: %s, or declare the series"
                                .formatted(what, instead)
                        + " without packed()");
    }

    @Override
    public Explanation explain(Request request) {
        if (request instanceof Query query) {
            BlockLayout.Selected selected = packed(query);
            return delegate()
                    .explain(
                            selected == null
                                    ? query
                                    : layout.stored(query, state.blocks().readRange(selected.range())));
        } else if (request instanceof Get get && isEvent(get.key())) {
            return explain(Query.of(get.key().partition()).between(sort(get.key()), sort(get.key())));
        } else if (request instanceof Put put && isEvent(schema().keyOf(put.item()))) {
            return explained(put, put.item().size());
        } else if (request instanceof Delete delete && isEvent(delete.key())) {
            return explained(delete, 0);
        }
        return delegate().explain(request);
    }

    /** A journal that is kept in the table costs units; they are shared by all events of a record. */
    private Explanation explained(Write write, int bytes) {
        return new Explanation(
                "Journal",
                schema().name(),
                List.of(
                        "key: " + write.keyIn(schema()),
                        "appends a row to the journal; rows that are appended together share its records",
                        "writes the row into a block later, with all rows of its identity and bucket"),
                Capacity.Units.NONE,
                state.journals().isShared() ? Capacity.Units.writes(Cost.writeUnits(bytes)) : Capacity.Units.NONE);
    }
}
