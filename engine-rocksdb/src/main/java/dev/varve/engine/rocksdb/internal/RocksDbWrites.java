package dev.varve.engine.rocksdb.internal;

import dev.varve.engine.rocksdb.internal.store.KeyLocks.Held;
import dev.varve.engine.rocksdb.internal.store.WriteSet;
import dev.varve.engine.support.TransactionDecision;
import dev.varve.engine.support.TransactionDecision.Part;
import dev.varve.engine.support.WriteDecision;
import dev.varve.feed.Change.Cause;
import dev.varve.internal.Fingerprint;
import dev.varve.table.BatchWrite;
import dev.varve.table.BatchWriteResult;
import dev.varve.table.Capacity;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Executes writes: locks the keys, reads the stored items, checks the conditions, commits, and only then unlocks. A
 * condition refers to the one item under a locked key, so writes and transactions are serializable.
 */
final class RocksDbWrites {

    private final RocksDbDatabase database;

    RocksDbWrites(RocksDbDatabase database) {
        this.database = database;
    }

    WriteResult write(WriteTarget table, Write write) {
        Key key = write.keyIn(table.rows().schema());
        byte[] rowKey = table.rows().keys().row(key);
        try (Held locks = database.locks().hold(Fingerprint.of(rowKey))) {
            Instant now = database.now();
            Row row = table.reads().row(key, rowKey);
            WriteDecision decision = WriteDecision.of(table.rows().schema(), write, row.item(), now);
            WriteSet changes = database.scratch().changes();
            apply(table, row, decision, now, changes);
            commit(table, changes);
            return decision.result(write);
        }
    }

    /**
     * Executes puts with different keys in one commit, each with its own condition. The requests are already validated.
     */
    List<WriteResult> each(WriteTarget table, List<Put> puts) {
        Place[] places = new Place[puts.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = new Place(table, puts.get(i));
        }
        try (Held locks = database.locks().hold(locks(places, null))) {
            Instant now = database.now();
            List<WriteResult> results = new ArrayList<>(places.length);
            WriteSet changes = database.scratch().changes();
            for (int i = 0; i < places.length; i++) {
                Row row = places[i].row();
                WriteDecision decision = WriteDecision.of(table.rows().schema(), puts.get(i), row.item(), now);
                apply(table, row, decision, now, changes);
                results.add(decision.result(puts.get(i)));
            }
            commit(table, changes);
            return results;
        }
    }

    BatchWriteResult batch(WriteTarget table, BatchWrite batch) {
        List<Write> writes = batch.writes();
        Place[] places = new Place[writes.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = new Place(table, writes.get(i));
        }
        try (Held locks = database.locks().hold(locks(places, null))) {
            Instant now = database.now();
            Capacity capacity = Capacity.NONE;
            WriteSet changes = database.scratch().changes();
            for (int i = 0; i < places.length; i++) {
                Row row = places[i].row();
                WriteDecision decision = WriteDecision.of(table.rows().schema(), writes.get(i), row.item(), now);
                apply(table, row, decision, now, changes);
                capacity = capacity.plus(decision.capacity());
            }
            commit(table, changes);
            return new BatchWriteResult(List.of(), capacity);
        }
    }

    /** Executes a transaction that was sent to the table that {@code tables} returns for null. */
    TransactResult transact(Function<@Nullable String, WriteTarget> tables, TransactWrite transaction) {
        WriteTarget own = tables.apply(null);
        String token = transaction.token();
        long fingerprint = token == null ? 0 : Fingerprint.of(transaction);
        List<TransactWrite.Action> actions = transaction.actions();
        Place[] places = new Place[actions.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = new Place(
                    tables.apply(actions.get(i).table()), actions.get(i).write());
        }
        try (Held locks = database.locks().hold(locks(places, token))) {
            Instant now = database.now();
            List<Row> rows = new ArrayList<>(places.length);
            List<Part> parts = new ArrayList<>(places.length);
            for (int i = 0; i < places.length; i++) {
                Row row = places[i].row();
                boolean isForeign = !places[i].table.rows().equals(own.rows());
                rows.add(row);
                parts.add(
                        new Part(places[i].table.rows().schema(), actions.get(i).write(), row.item(), isForeign));
            }
            if (token != null && database.tokens().isDone(token, fingerprint, now)) {
                return new TransactResult.Committed(TransactionDecision.repeated(parts));
            }
            TransactionDecision decision = TransactionDecision.of(parts, now);
            if (decision.result().isCommitted()) {
                WriteSet changes = database.scratch().changes();
                for (int i = 0; i < rows.size(); i++) {
                    apply(places[i].table, rows.get(i), decision.decisions().get(i), now, changes);
                }
                if (token != null) {
                    database.tokens().remember(changes, token, fingerprint, now);
                }
                commit(own, changes);
            }
            return decision.result();
        }
    }

    private void apply(WriteTarget table, Row row, WriteDecision decision, Instant now, WriteSet changes) {
        if (decision instanceof WriteDecision.Apply apply) {
            new Replacement(table.rows(), database.scratch(), changes, now)
                    .add(row, apply.before() != null, apply.after(), Cause.WRITE);
        }
    }

    private void commit(WriteTarget table, WriteSet changes) {
        database.store().committer().commit(changes, table.durability());
    }

    /** Returns the hashes of the keys of these rows and of the token. */
    private static long[] locks(Place[] places, @Nullable String token) {
        long[] locks = new long[places.length + (token == null ? 0 : 1)];
        for (int i = 0; i < places.length; i++) {
            locks[i] = Fingerprint.of(places[i].rowKey);
        }
        if (token != null) {
            // Two transactions with one token must not run concurrently, even if they write different items.
            locks[places.length] = TransactionTokens.lock(token);
        }
        return locks;
    }

    /** The row that a write goes to. */
    private static final class Place {
        private final WriteTarget table;
        private final Key key;
        private final byte[] rowKey;

        Place(WriteTarget table, Write write) {
            this.table = table;
            this.key = write.keyIn(table.rows().schema());
            this.rowKey = table.rows().keys().row(key);
        }

        Row row() {
            return table.reads().row(key, rowKey);
        }
    }
}
