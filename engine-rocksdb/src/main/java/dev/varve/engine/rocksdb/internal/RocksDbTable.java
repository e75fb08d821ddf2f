package dev.varve.engine.rocksdb.internal;

import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.support.Cost;
import dev.varve.engine.support.OnceUpdate;
import dev.varve.engine.support.RequestCheck;
import dev.varve.engine.support.RequestExplainer;
import dev.varve.error.VarveException;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One table of an embedded database; every operation runs on the calling thread. */
final class RocksDbTable implements Table {

    /** The most puts of one commit: the lines of a large ingest request, so that it needs one {@code fsync}. */
    private static final int PUTS_AT_ONCE = 8_192;

    /** A commit of puts ends at this size of items, so that it holds little memory and delays other writers briefly. */
    private static final int BYTES_AT_ONCE = 2 * 1024 * 1024;

    private final RocksDbDatabase database;
    private final WriteTarget target;
    private final ChangeLog changes;

    RocksDbTable(RocksDbDatabase database, StoredRows rows) {
        this(
                database,
                new WriteTarget(rows, new RocksDbReads(database, rows), Durability.SYNCED),
                new ChangeLog(database, rows));
    }

    private RocksDbTable(RocksDbDatabase database, WriteTarget target, ChangeLog changes) {
        this.database = database;
        this.target = target;
        this.changes = changes;
    }

    @Override
    public Table deferred() {
        return new RocksDbTable(database, target.with(Durability.WRITTEN_TO_OS), changes);
    }

    @Override
    public TableSchema schema() {
        return target.rows().schema();
    }

    int number() {
        return target.rows().keys().id();
    }

    ChangeLog changes() {
        return changes;
    }

    @Override
    public CompletableFuture<GetResult> get(Get get) {
        return database.gate().future(() -> {
            RequestCheck.get(schema(), get);
            Item stored = target.reads().get(get.key());
            Item live = schema().live(stored, database.now());
            return new GetResult(live == null ? null : get.select().of(live), Cost.read(stored, get.consistency()));
        });
    }

    @Override
    public CompletableFuture<WriteResult> put(Put put) {
        return write(put);
    }

    /** Puts that are committed together share one {@code fsync}, and delay other writers no longer than that. */
    @Override
    public int putsAtOnce() {
        return PUTS_AT_ONCE;
    }

    @Override
    public List<CompletableFuture<WriteResult>> putEach(List<Put> puts) {
        List<CompletableFuture<WriteResult>> answers = new ArrayList<>(puts.size());
        Map<Key, Put> together = new LinkedHashMap<>();
        int bytes = 0;
        List<CompletableFuture<WriteResult>> waiting = new ArrayList<>();
        for (Put put : puts) {
            CompletableFuture<WriteResult> answer = new CompletableFuture<>();
            answers.add(answer);
            try {
                RequestCheck.write(schema(), put);
                Key key = put.keyIn(schema());
                if (together.containsKey(key) || together.size() == PUTS_AT_ONCE || bytes >= BYTES_AT_ONCE) {
                    carryOut(together, waiting);
                    bytes = 0;
                }
                bytes += put.item().size();
                together.put(key, put);
                waiting.add(answer);
            } catch (VarveException refused) {
                answer.completeExceptionally(refused);
            }
        }
        carryOut(together, waiting);
        return answers;
    }

    private void carryOut(Map<Key, Put> together, List<CompletableFuture<WriteResult>> waiting) {
        if (together.isEmpty()) {
            return;
        }
        List<Put> puts = List.copyOf(together.values());
        database.gate()
                .future(() -> database.writes().each(target, puts))
                .whenComplete((results, error) -> {
                    for (int i = 0; i < puts.size(); i++) {
                        if (error == null) {
                            waiting.get(i).complete(results.get(i));
                        } else {
                            waiting.get(i).completeExceptionally(error);
                        }
                    }
                })
                .exceptionally(failure -> List.of())
                .join();
        together.clear();
        waiting.clear();
    }

    @Override
    public CompletableFuture<WriteResult> update(Update update) {
        if (update.token() == null) {
            return write(update);
        }
        return database.gate().future(() -> {
            RequestCheck.write(schema(), update);
            return OnceUpdate.answer(transact(OnceUpdate.transaction(update)));
        });
    }

    @Override
    public CompletableFuture<WriteResult> delete(Delete delete) {
        return write(delete);
    }

    private CompletableFuture<WriteResult> write(Write write) {
        return database.gate().future(() -> {
            RequestCheck.write(schema(), write);
            return database.writes().write(target, write);
        });
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return database.gate().future(() -> {
            RequestCheck.query(schema(), query);
            return target.reads().query(query);
        });
    }

    @Override
    public CompletableFuture<Page> scan(Scan scan) {
        return database.gate().future(() -> {
            RequestCheck.scan(schema(), scan);
            return target.reads().scan(scan);
        });
    }

    @Override
    public CompletableFuture<BatchGetResult> batchGet(BatchGet batch) {
        return database.gate().future(() -> {
            RequestCheck.batchGet(schema(), batch);
            Map<Key, Item> found = new HashMap<>();
            Capacity capacity = Capacity.NONE;
            Instant now = database.now();
            for (Key key : batch.keys()) {
                Item stored = target.reads().get(key);
                Item live = schema().live(stored, now);
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
        return database.gate().future(() -> {
            RequestCheck.batchWrite(schema(), batch);
            return database.writes().batch(target, batch);
        });
    }

    @Override
    public CompletableFuture<TransactGetResult> transactGet(TransactGet transaction) {
        return database.gate().future(() -> {
            RequestCheck.transactGet(schema(), transaction);
            Instant now = database.now();
            List<Optional<Item>> items = new ArrayList<>();
            Capacity capacity = Capacity.NONE;
            for (@Nullable Item stored : target.reads().together(transaction.keys())) {
                items.add(Optional.ofNullable(schema().live(stored, now)));
                capacity = capacity.plus(Cost.transactRead(stored));
            }
            return new TransactGetResult(items, capacity);
        });
    }

    @Override
    public CompletableFuture<TransactResult> transactWrite(TransactWrite transaction) {
        return database.gate().future(() -> transact(transaction));
    }

    private TransactResult transact(TransactWrite transaction) {
        RequestCheck.transactWrite(name -> table(name).schema(), transaction);
        return database.writes().transact(name -> table(name).target, transaction);
    }

    private RocksDbTable table(@Nullable String name) {
        return name == null ? this : database.table(name);
    }

    @Override
    public Explanation explain(Request request) {
        return RequestExplainer.of(name -> table(name).schema(), request);
    }
}
