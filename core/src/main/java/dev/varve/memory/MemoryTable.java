package dev.varve.memory;

import dev.varve.engine.support.Cost;
import dev.varve.engine.support.OnceUpdate;
import dev.varve.engine.support.PageBuilder;
import dev.varve.engine.support.PagePosition;
import dev.varve.engine.support.RequestCheck;
import dev.varve.engine.support.RequestExplainer;
import dev.varve.engine.support.TransactionDecision;
import dev.varve.engine.support.WriteDecision;
import dev.varve.feed.Change;
import dev.varve.internal.Fingerprint;
import dev.varve.item.Item;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchGetResult;
import dev.varve.table.BatchWrite;
import dev.varve.table.BatchWriteResult;
import dev.varve.table.Capacity;
import dev.varve.table.Delete;
import dev.varve.table.Explanation;
import dev.varve.table.Get;
import dev.varve.table.GetResult;
import dev.varve.table.Key;
import dev.varve.table.Page;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Request;
import dev.varve.table.Scan;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A table in memory; every operation runs under the engine's lock. */
final class MemoryTable implements Table {

    private final MemoryEngine engine;
    private final TableSchema schema;
    private final MemoryFeed feed;
    private final SortedItems sortedItems;

    MemoryTable(MemoryEngine engine, TableSchema schema, MemoryFeed feed) {
        this.engine = engine;
        this.schema = schema;
        this.feed = feed;
        this.sortedItems = new SortedItems(schema);
    }

    @Override
    public TableSchema schema() {
        return schema;
    }

    MemoryFeed feed() {
        return feed;
    }

    @Override
    public CompletableFuture<GetResult> get(Get get) {
        return engine.locked(() -> {
            RequestCheck.get(schema, get);
            Item stored = sortedItems.get(get.key());
            Item live = schema.live(stored, engine.now());
            return new GetResult(live == null ? null : get.select().of(live), Cost.read(stored, get.consistency()));
        });
    }

    @Override
    public CompletableFuture<WriteResult> put(Put put) {
        return write(put);
    }

    @Override
    public CompletableFuture<WriteResult> update(Update update) {
        if (update.token() == null) {
            return write(update);
        }
        return engine.locked(() -> {
            RequestCheck.write(schema, update);
            return OnceUpdate.answer(transact(OnceUpdate.transaction(update)));
        });
    }

    @Override
    public CompletableFuture<WriteResult> delete(Delete delete) {
        return write(delete);
    }

    private CompletableFuture<WriteResult> write(Write write) {
        return engine.locked(() -> {
            RequestCheck.write(schema, write);
            Key key = write.keyIn(schema);
            WriteDecision decision = WriteDecision.of(schema, write, sortedItems.get(key), engine.now());
            carryOut(key, decision);
            return decision.result(write);
        });
    }

    private void carryOut(Key key, WriteDecision decision) {
        if (decision instanceof WriteDecision.Apply apply) {
            sortedItems.replace(key, apply.stored(), apply.after());
            feed.record(key, apply.before(), apply.after(), Change.Cause.WRITE);
        }
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return engine.locked(() -> {
            RequestCheck.query(schema, query);
            PagePosition after = PagePosition.resumed(schema, query);
            return page(PageBuilder.of(schema, query, engine.now()), sortedItems.range(query, after));
        });
    }

    @Override
    public CompletableFuture<Page> scan(Scan scan) {
        return engine.locked(() -> {
            RequestCheck.scan(schema, scan);
            PagePosition after = PagePosition.resumed(schema, scan);
            return page(PageBuilder.of(schema, scan, engine.now()), sortedItems.all(scan, after));
        });
    }

    private static Page page(PageBuilder builder, Iterable<Item> items) {
        for (Item item : items) {
            if (!builder.add(item) || builder.isFull()) {
                break;
            }
        }
        return builder.build();
    }

    @Override
    public CompletableFuture<BatchGetResult> batchGet(BatchGet batch) {
        return engine.locked(() -> {
            RequestCheck.batchGet(schema, batch);
            Map<Key, Item> found = new HashMap<>();
            Capacity capacity = Capacity.NONE;
            for (Key key : batch.keys()) {
                Item stored = sortedItems.get(key);
                Item live = schema.live(stored, engine.now());
                if (live != null) {
                    found.put(key, batch.select().of(live));
                }
                capacity = capacity.plus(Cost.read(stored, batch.consistency()));
            }
            return new BatchGetResult(found, List.of(), capacity);
        });
    }

    @Override
    public CompletableFuture<BatchWriteResult> batchWrite(BatchWrite batch) {
        return engine.locked(() -> {
            RequestCheck.batchWrite(schema, batch);
            Capacity capacity = Capacity.NONE;
            for (Write write : batch.writes()) {
                Key key = write.keyIn(schema);
                WriteDecision decision = WriteDecision.of(schema, write, sortedItems.get(key), engine.now());
                carryOut(key, decision);
                capacity = capacity.plus(decision.capacity());
            }
            return new BatchWriteResult(List.of(), capacity);
        });
    }

    @Override
    public CompletableFuture<TransactGetResult> transactGet(TransactGet transaction) {
        return engine.locked(() -> {
            RequestCheck.transactGet(schema, transaction);
            List<Optional<Item>> items = new ArrayList<>();
            Capacity capacity = Capacity.NONE;
            for (Key key : transaction.keys()) {
                Item stored = sortedItems.get(key);
                items.add(Optional.ofNullable(schema.live(stored, engine.now())));
                capacity = capacity.plus(Cost.transactRead(stored));
            }
            return new TransactGetResult(items, capacity);
        });
    }

    @Override
    public CompletableFuture<TransactResult> transactWrite(TransactWrite transaction) {
        return engine.locked(() -> transact(transaction));
    }

    private TransactResult transact(TransactWrite transaction) {
        RequestCheck.transactWrite(name -> table(name).schema, transaction);
        List<TransactionDecision.Part> parts = new ArrayList<>();
        for (TransactWrite.Action action : transaction.actions()) {
            MemoryTable table = table(action.table());
            Item stored = table.sortedItems.get(action.write().keyIn(table.schema));
            parts.add(new TransactionDecision.Part(table.schema, action.write(), stored, table != this));
        }
        long fingerprint = Fingerprint.of(transaction);
        if (engine.isDone(transaction.token(), fingerprint)) {
            return new TransactResult.Committed(TransactionDecision.repeated(parts));
        }
        TransactionDecision decision = TransactionDecision.of(parts, engine.now());
        if (decision.result().isCommitted()) {
            for (int i = 0; i < parts.size(); i++) {
                TransactWrite.Action action = transaction.actions().get(i);
                MemoryTable table = table(action.table());
                table.carryOut(
                        action.write().keyIn(table.schema), decision.decisions().get(i));
            }
            engine.remember(transaction.token(), fingerprint);
        }
        return decision.result();
    }

    private MemoryTable table(@Nullable String name) {
        return name == null ? this : engine.table(name);
    }

    @Override
    public Explanation explain(Request request) {
        return RequestExplainer.of(name -> table(name).schema, request);
    }

    void sweepExpired() {
        for (Item item : sortedItems.expired(engine.now())) {
            Key key = schema.keyOf(item);
            sortedItems.replace(key, item, null);
            feed.record(key, item, null, Change.Cause.EXPIRY);
        }
    }
}
