package dev.varve.analytics.session;

import dev.varve.Transaction;
import dev.varve.analytics.session.VisitorChanges.Ring;
import dev.varve.entity.EntityOutcome;
import dev.varve.error.EventTooOld;
import dev.varve.error.Throttled;
import dev.varve.internal.AsyncLoop;
import dev.varve.key.Parts;
import dev.varve.table.Delete;
import dev.varve.table.Key;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Brings the log and the sessions of one visitor up to date, together or not at all. */
final class LogWriter {

    /** A transaction takes 100 actions and 4 MB; a session has at most 84 KB. */
    static final int MAX_SESSIONS_AT_ONCE = 24;

    /** Each attempt that comes to nothing means that another worker got through, so few are ever needed. */
    private static final int MAX_ATTEMPTS = 100;

    private final SessionStore visits;
    private final StoredHits hits;

    LogWriter(SessionStore visits, StoredHits hits) {
        this.visits = visits;
        this.hits = hits;
    }

    /** Looks at the hits that rang and merges them into the log; completes once log and sessions say so. */
    CompletableFuture<Void> settle(Ring ring) {
        AtomicInteger attempts = new AtomicInteger();
        return AsyncLoop.untilDone(() -> attempts.incrementAndGet() > MAX_ATTEMPTS ? contended(ring) : attempt(ring));
    }

    private static CompletableFuture<Boolean> contended(Ring ring) {
        return CompletableFuture.failedFuture(new Throttled(
                "visit.contended",
                "the log of visitor %s of site %s was changed by others during each of %s attempts; nothing was written"
                        .formatted(ring.visitor().visitorId(), ring.visitor().siteId(), MAX_ATTEMPTS)));
    }

    /** Returns whether it is done; not if another worker wrote the log meanwhile. */
    private CompletableFuture<Boolean> attempt(Ring ring) {
        Visitor visitor = ring.visitor();
        // The log first: whoever writes over this version has then read the hits later than whoever wrote it.
        return visits.logs()
                .findConsistentAsync(visitor.siteId(), visitor.visitorId())
                .thenCompose(log -> hits.find(visitor, ring.hits())
                        .thenCompose(
                                looked -> carryOut(ring, LogChange.of(log.orElse(VisitorLog.none(visitor)), looked))));
    }

    private CompletableFuture<Boolean> carryOut(Ring ring, LogChange change) {
        if (change.isNothing() && !ring.isToBeWritten()) {
            return CompletableFuture.completedFuture(true);
        }
        if (change.size() > MAX_SESSIONS_AT_ONCE && ring.hits().size() > 1) {
            // One hit changes three sessions at most, so parts get small enough; each leaves log and sessions in
            // accord.
            int half = ring.hits().size() / 2;
            return settle(ring.part(0, half))
                    .thenCompose(done -> settle(ring.part(half, ring.hits().size())))
                    .thenApply(done -> true);
        }
        return change.size() == 0 ? putLog(change) : commit(change);
    }

    private CompletableFuture<Boolean> putLog(LogChange change) {
        return visits.logs().putAsync(change.after()).thenApply(EntityOutcome.Written.class::isInstance);
    }

    private CompletableFuture<Boolean> commit(LogChange change) {
        Transaction transaction = visits.db().transact();
        transaction.put(visits.logs(), change.after());
        for (Session session : change.changed()) {
            add(transaction, session);
        }
        String table =
                visits.db().schema().tableOf(visits.sessions().declaration()).name();
        for (String id : change.gone()) {
            transaction.write(table, Delete.of(sessionKey(change.after().siteId(), id)));
        }
        return transaction.commitAsync().thenApply(Transaction.Result.Committed.class::isInstance);
    }

    private void add(Transaction transaction, Session session) {
        try {
            transaction.append(visits.sessions(), session);
        } catch (EventTooOld e) {
            // The series no longer accepts a session this old; it stays as it is until it expires.
        }
    }

    /** Returns the key of a session. */
    Key sessionKey(String siteId, String sessionId) {
        Parts parts = Parts.of("siteId", siteId, "random", BinaryUlid.random(sessionId));
        return Key.of(visits.sessions().declaration().layout().write(parts, BinaryUlid.clock(sessionId)));
    }
}
