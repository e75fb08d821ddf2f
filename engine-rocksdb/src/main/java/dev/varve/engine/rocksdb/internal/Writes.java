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
import dev.varve.core.table.TransactResult;
import dev.varve.core.table.TransactWrite;
import dev.varve.core.table.Write;
import dev.varve.core.table.WriteResult;
import dev.varve.engine.rocksdb.internal.codec.ByteWriter;
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
        try (Held locks = database.locks().hold(stripe(table, key))) {
            Instant now = database.now();
            Row row = table.reads().row(key);
            Decision decision = Decision.of(table.rows().schema(), write, row.item(), now);
            WriteSet changes = database.scratch().changes();
            apply(table, row, decision, now, changes);
            database.store().committer().commit(changes);
            return decision.result(write);
        }
    }

    BatchWriteResult batch(Target table, BatchWrite batch) {
        List<Write> writes = batch.writes();
        int[] stripes = new int[writes.size()];
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = stripe(table, writes.get(i).keyIn(table.rows().schema()));
        }
        try (Held locks = database.locks().hold(stripes)) {
            Instant now = database.now();
            Capacity capacity = Capacity.NONE;
            WriteSet changes = database.scratch().changes();
            for (Write write : writes) {
                Row row = table.reads().row(write.keyIn(table.rows().schema()));
                Decision decision = Decision.of(table.rows().schema(), write, row.item(), now);
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
        try (Held locks = database.locks().hold(stripes(tables, transaction))) {
            Instant now = database.now();
            List<Row> rows = new ArrayList<>();
            List<Part> parts = new ArrayList<>();
            for (TransactWrite.Action action : transaction.actions()) {
                Target table = tables.apply(action.table());
                Row row = table.reads().row(action.write().keyIn(table.rows().schema()));
                rows.add(row);
                boolean isForeign = !table.equals(tables.apply(null));
                parts.add(new Part(table.rows().schema(), action.write(), row.item(), isForeign));
            }
            if (token != null && database.tokens().isDone(token, fingerprint, now)) {
                return new TransactResult.Committed(TransactionDecision.repeated(parts));
            }
            TransactionDecision decision = TransactionDecision.of(parts, now);
            if (decision.result().isCommitted()) {
                WriteSet changes = database.scratch().changes();
                for (int i = 0; i < rows.size(); i++) {
                    Target table = tables.apply(transaction.actions().get(i).table());
                    apply(table, rows.get(i), decision.decisions().get(i), now, changes);
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

    private int[] stripes(Function<@Nullable String, Target> tables, TransactWrite transaction) {
        List<TransactWrite.Action> actions = transaction.actions();
        boolean once = transaction.token() != null;
        int[] stripes = new int[actions.size() + (once ? 1 : 0)];
        for (int i = 0; i < actions.size(); i++) {
            Target table = tables.apply(actions.get(i).table());
            stripes[i] = stripe(table, actions.get(i).write().keyIn(table.rows().schema()));
        }
        if (transaction.token() != null) {
            // Two transactions with one token must not run side by side, whatever items they are about.
            stripes[actions.size()] = Tokens.stripe(transaction.token());
        }
        return stripes;
    }

    private int stripe(Target table, Key key) {
        ByteWriter rowKey = database.scratch().rowKey();
        table.rows().keys().row(rowKey, key);
        return KeyLocks.stripe(rowKey.array(), rowKey.length());
    }
}
