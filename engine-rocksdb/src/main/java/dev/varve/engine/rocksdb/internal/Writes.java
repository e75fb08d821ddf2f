package dev.varve.engine.rocksdb.internal;

import dev.varve.core.embedded.Decision;
import dev.varve.core.embedded.TransactionDecision;
import dev.varve.core.embedded.TransactionDecision.Part;
import dev.varve.core.feed.Change.Cause;
import dev.varve.core.table.BatchWrite;
import dev.varve.core.table.BatchWriteResult;
import dev.varve.core.table.Capacity;
import dev.varve.core.table.Fingerprint;
import dev.varve.core.table.Key;
import dev.varve.core.table.Put;
import dev.varve.core.table.TransactResult;
import dev.varve.core.table.TransactWrite;
import dev.varve.core.table.Write;
import dev.varve.core.table.WriteResult;
import dev.varve.engine.rocksdb.internal.store.KeyLocks;
import dev.varve.engine.rocksdb.internal.store.KeyLocks.Held;
import dev.varve.engine.rocksdb.internal.store.WriteSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Carries out writes: locks the keys, reads what is there, decides, commits, and only then unlocks. A condition speaks of
 * the one item under a locked key, so writes and transactions happen as if one after the other.
 */
final class Writes {

    private final Database database;

    Writes(Database database) {
        this.database = database;
    }

    WriteResult write(Target table, Write write) {
        Key key = write.keyIn(table.rows().schema());
        byte[] rowKey = table.rows().keys().row(key);
        try (Held locks = database.locks().hold(KeyLocks.stripe(rowKey))) {
            Instant now = database.now();
            Row row = table.reads().row(key, rowKey);
            Decision decision = Decision.of(table.rows().schema(), write, row.item(), now);
            WriteSet changes = database.scratch().changes();
            apply(table, row, decision, now, changes);
            database.store().committer().commit(changes);
            return decision.result(write);
        }
    }

    /** Carries out puts under different keys, each by its own condition, with one commit; they are checked already. */
    List<WriteResult> each(Target table, List<Put> puts) {
        Place[] places = new Place[puts.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = new Place(table, puts.get(i));
        }
        try (Held locks = database.locks().hold(stripes(places, null))) {
            Instant now = database.now();
            List<WriteResult> results = new ArrayList<>(places.length);
            WriteSet changes = database.scratch().changes();
            for (int i = 0; i < places.length; i++) {
                Row row = places[i].row();
                Decision decision = Decision.of(table.rows().schema(), puts.get(i), row.item(), now);
                apply(table, row, decision, now, changes);
                results.add(decision.result(puts.get(i)));
            }
            database.store().committer().commit(changes);
            return results;
        }
    }

    BatchWriteResult batch(Target table, BatchWrite batch) {
        List<Write> writes = batch.writes();
        Place[] places = new Place[writes.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = new Place(table, writes.get(i));
        }
        try (Held locks = database.locks().hold(stripes(places, null))) {
            Instant now = database.now();
            Capacity capacity = Capacity.NONE;
            WriteSet changes = database.scratch().changes();
            for (int i = 0; i < places.length; i++) {
                Row row = places[i].row();
                Decision decision = Decision.of(table.rows().schema(), writes.get(i), row.item(), now);
                apply(table, row, decision, now, changes);
                capacity = capacity.plus(decision.capacity());
            }
            database.store().committer().commit(changes);
            return new BatchWriteResult(List.of(), capacity);
        }
    }

    /** Carries out a transaction sent to the table that {@code tables} has under null. */
    TransactResult transact(Function<@Nullable String, Target> tables, TransactWrite transaction) {
        String token = transaction.token();
        long fingerprint = token == null ? 0 : Fingerprint.of(transaction);
        List<TransactWrite.Action> actions = transaction.actions();
        Place[] places = new Place[actions.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = new Place(
                    tables.apply(actions.get(i).table()), actions.get(i).write());
        }
        try (Held locks = database.locks().hold(stripes(places, token))) {
            Instant now = database.now();
            List<Row> rows = new ArrayList<>(places.length);
            List<Part> parts = new ArrayList<>(places.length);
            for (int i = 0; i < places.length; i++) {
                Row row = places[i].row();
                boolean isForeign = !places[i].table.equals(tables.apply(null));
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
                database.store().committer().commit(changes);
            }
            return decision.result();
        }
    }

    private void apply(Target table, Row row, Decision decision, Instant now, WriteSet changes) {
        if (decision instanceof Decision.Apply apply) {
            new Replacement(table.rows(), database.scratch(), changes, now)
                    .add(row, apply.before() != null, apply.after(), Cause.WRITE);
        }
    }

    /** Returns the stripes of these rows and of the token. */
    private static int[] stripes(Place[] places, @Nullable String token) {
        int[] stripes = new int[places.length + (token == null ? 0 : 1)];
        for (int i = 0; i < places.length; i++) {
            stripes[i] = KeyLocks.stripe(places[i].rowKey);
        }
        if (token != null) {
            // Two transactions with one token must not run side by side, whatever items they are about.
            stripes[places.length] = Tokens.stripe(token);
        }
        return stripes;
    }

    /** Where a write goes. */
    private static final class Place {
        private final Target table;
        private final Key key;
        private final byte[] rowKey;

        Place(Target table, Write write) {
            this.table = table;
            this.key = write.keyIn(table.rows().schema());
            this.rowKey = table.rows().keys().row(key);
        }

        Row row() {
            return table.reads().row(key, rowKey);
        }
    }
}
