package dev.varve.analytics.session.internal;

import dev.varve.analytics.session.internal.VisitorChanges.VisitorChange;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.internal.ParallelCalls;
import dev.varve.key.TimeRange;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps sessions up to date with stored hits.
 *
 * <p>A change only signals which hit of which visitor may differ from the visitor's log. The worker reads the hit, and
 * writes the log and its sessions in one transaction, on the condition that the log has not changed. So changes may be
 * repeated, batched differently or reordered between hits, and workers may run in parallel. The sessions are always those
 * that {@link SessionFold} computes from the stored hits (decision 0018).
 */
public final class SessionWorker implements ChangeHandler {

    /** How many visitors are updated at a time. */
    private static final int PARALLEL = 16;

    private final StoredHits hits;
    private final LogWriter writer;
    private final SessionRebuild rebuild;
    private final InstantSource clock;

    public SessionWorker(SessionStore store, InstantSource clock) {
        this.hits = new StoredHits(store);
        this.writer = new LogWriter(store, hits);
        this.rebuild = new SessionRebuild(store, this);
        this.clock = clock;
    }

    /** Updates the sessions of the visitors whose hits changed; ignores changes of other items. */
    /** Page views and sessions are not packed. */
    @Override
    public boolean isIdle() {
        return true;
    }

    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        return settle(VisitorChanges.of(hits, changes, clock.instant()));
    }

    public CompletableFuture<Void> settle(List<VisitorChange> changes) {
        return ParallelCalls.map(changes, PARALLEL, writer::settle).thenAccept(done -> {});
    }

    public StoredHits hits() {
        return hits;
    }

    public LogWriter writer() {
        return writer;
    }

    /**
     * Reads the hits of a site in a range and the logs that list them, and corrects wrong sessions; waits until it is done.
     * Hits that a log had no room for are added if there is room now.
     */
    public void rebuild(String siteId, TimeRange range) {
        rebuild.site(siteId, range);
    }

    /** Rebuilds the sessions of all sites, because changes of any hit may have been lost. */
    @Override
    public CompletableFuture<Void> handleTrimmed() {
        return rebuild.all(clock.instant());
    }
}
