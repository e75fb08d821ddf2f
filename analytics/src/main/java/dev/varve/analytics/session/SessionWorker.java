package dev.varve.analytics.session;

import dev.varve.analytics.session.VisitorChanges.Ring;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.internal.ParallelCalls;
import dev.varve.key.TimeRange;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps sessions up to date with the hits that are stored.
 *
 * <p>A change is only a doorbell: it says which hit of which visitor may be other than the visitor's log says. The hit is
 * read, the log and the sessions it comes to are written together, on condition that the log is still what it was. So
 * changes may come again, in other batches and in another order between hits, and workers may run side by side: sessions
 * are what {@link SessionFold} makes of the stored hits (decision 0018).
 */
public final class SessionWorker implements ChangeHandler {

    /** How many visitors are worked on at a time. */
    private static final int PARALLEL = 16;

    private final StoredHits hits;
    private final LogWriter writer;
    private final SessionRebuild rebuild;
    private final InstantSource clock;

    public SessionWorker(SessionStore visits, InstantSource clock) {
        this.hits = new StoredHits(visits);
        this.writer = new LogWriter(visits, hits);
        this.rebuild = new SessionRebuild(visits, this);
        this.clock = clock;
    }

    /**
     * Brings the visits of those up to date whose hits these changes are about; changes of other items are passed over.
     */
    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        return settle(VisitorChanges.of(hits, changes, clock.instant()));
    }

    CompletableFuture<Void> settle(List<Ring> rings) {
        return ParallelCalls.map(rings, PARALLEL, writer::settle).thenAccept(done -> {});
    }

    StoredHits hits() {
        return hits;
    }

    LogWriter writer() {
        return writer;
    }

    /**
     * Goes over the hits of a site in a range of time and over the logs that list such, and corrects the sessions that are
     * not what these come to; waits for it. Hits that logs had no room for are listed if there is room now.
     */
    public void rebuild(String siteId, TimeRange range) {
        rebuild.site(siteId, range);
    }

    /** Goes over all hits and logs of all sites, since any may have changed unheard. */
    @Override
    public CompletableFuture<Void> handleTrimmed() {
        return rebuild.all(clock.instant());
    }
}
