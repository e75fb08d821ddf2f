package dev.varve.analytics.session.internal;

import dev.varve.Transaction;
import dev.varve.analytics.session.Session;
import dev.varve.analytics.session.Visitor;
import dev.varve.analytics.session.internal.VisitorChanges.VisitorChange;
import dev.varve.entity.EntityOutcome;
import dev.varve.error.EventTooOld;
import dev.varve.error.Throttled;
import dev.varve.internal.AsyncLoop;
import dev.varve.key.Parts;
import dev.varve.table.Delete;
import dev.varve.table.Key;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Updates the log and the sessions of one visitor in one transaction. */
public final class LogWriter {

    /** A transaction takes 100 actions and 4 MB; a session has at most 84 KB. */
    static final int MAX_SESSIONS_AT_ONCE = 24;

    /** A failed attempt means that another worker succeeded, so few attempts are needed. */
    private static final int MAX_ATTEMPTS = 100;

    private final SessionStore store;
    private final StoredHits hits;

    LogWriter(SessionStore store, StoredHits hits) {
        this.store = store;
        this.hits = hits;
    }

    /** Reads the changed hits and merges them into the log; completes once log and sessions are stored. */
    CompletableFuture<Void> settle(VisitorChange changed) {
        AtomicInteger attempts = new AtomicInteger();
        return AsyncLoop.untilDone(
                () -> attempts.incrementAndGet() > MAX_ATTEMPTS ? contended(changed) : attempt(changed));
    }

    private static CompletableFuture<Boolean> contended(VisitorChange changed) {
        return CompletableFuture.failedFuture(new Throttled(
                "visit.contended",
                "the log of visitor %s of site %s was changed by others during each of %s attempts; nothing was written"
                        .formatted(
                                changed.visitor().visitorId(), changed.visitor().siteId(), MAX_ATTEMPTS)));
    }

    /** Returns whether the change is stored; false if another worker wrote the log in the meantime. */
    private CompletableFuture<Boolean> attempt(VisitorChange changed) {
        Visitor visitor = changed.visitor();
        // The log is read first, so that a worker that replaces this version has read newer hits than its writer.
        return store.logs()
                .findConsistentAsync(visitor.siteId(), visitor.visitorId())
                .thenCompose(log -> hits.find(visitor, changed.hits())
                        .thenCompose(read -> apply(changed, LogChange.of(log.orElse(VisitorLog.none(visitor)), read))));
    }

    private CompletableFuture<Boolean> apply(VisitorChange changed, LogChange change) {
        if (change.isNothing() && !changed.mustWrite()) {
            return CompletableFuture.completedFuture(true);
        }
        if (change.size() > MAX_SESSIONS_AT_ONCE && changed.hits().size() > 1) {
            // One hit changes at most three sessions, so the halves become small enough. After each half, log and
            // sessions agree.
            int half = changed.hits().size() / 2;
            return settle(changed.part(0, half))
                    .thenCompose(
                            done -> settle(changed.part(half, changed.hits().size())))
                    .thenApply(done -> true);
        }
        return change.size() == 0 ? putLog(change) : commit(change);
    }

    private CompletableFuture<Boolean> putLog(LogChange change) {
        return store.logs().putAsync(change.after()).thenApply(EntityOutcome.Written.class::isInstance);
    }

    private CompletableFuture<Boolean> commit(LogChange change) {
        Transaction transaction = store.db().transact();
        transaction.put(store.logs(), change.after());
        for (Session session : change.changed()) {
            add(transaction, session);
        }
        String table =
                store.db().schema().tableOf(store.sessions().declaration()).name();
        for (String id : change.gone()) {
            transaction.write(table, Delete.of(sessionKey(change.after().siteId(), id)));
        }
        return transaction.commitAsync().thenApply(Transaction.Result.Committed.class::isInstance);
    }

    private void add(Transaction transaction, Session session) {
        try {
            transaction.append(store.sessions(), session);
        } catch (EventTooOld e) {
            // The series no longer accepts a session this old; it stays as it is until it expires.
        }
    }

    /** Returns the key of a session. */
    public Key sessionKey(String siteId, String sessionId) {
        Parts parts = Parts.of("siteId", siteId, "random", BinaryUlid.random(sessionId));
        return store.sessions().declaration().itemKey(parts, BinaryUlid.clock(sessionId));
    }
}
