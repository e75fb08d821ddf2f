package dev.varve.feed.internal;

import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.internal.AsyncLoop;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads the changes of one delivery from the feed. */
public final class ChangeFetcher {

    /** Stops reading once the images of the changes exceed this size. */
    private static final long MAX_BYTES = 8L * 1024 * 1024;

    private final List<Change> changes = new ArrayList<>();
    private final Set<FeedPosition> passed = new HashSet<>();
    private FeedPosition next;
    private boolean caughtUp;
    private @Nullable FeedPosition oldest;
    private long bytes;

    private ChangeFetcher(FeedPosition from) {
        next = from;
    }

    public static CompletableFuture<ChangeFetcher> read(ChangeFeed feed, FeedPosition from, ConsumerSettings settings) {
        ChangeFetcher fetched = new ChangeFetcher(from);
        return AsyncLoop.whileTrue(() -> {
                    int room = Math.min(settings.page(), settings.atMost() - fetched.passed.size());
                    return feed.read(fetched.next, room)
                            .thenApply(page -> fetched.add(page) && fetched.hasRoom(settings.atMost()));
                })
                .thenApply(done -> fetched);
    }

    private boolean hasRoom(int atMost) {
        return passed.size() < atMost && bytes < MAX_BYTES;
    }

    /** Adds a page; returns whether there may be more. */
    private boolean add(FeedPage page) {
        if (page instanceof FeedPage.Trimmed trimmed) {
            // Changes that were read before the gap are delivered first; the next step meets the gap again.
            oldest = passed.isEmpty() ? trimmed.oldest() : null;
            return false;
        }
        FeedPage.Changes read = (FeedPage.Changes) page;
        next = read.next();
        for (Change change : read.changes()) {
            passed.add(change.position());
            if (!ConsumerStateStore.isState(change.key())) {
                changes.add(change);
                bytes += size(change);
            }
        }
        caughtUp = read.changes().isEmpty();
        return !caughtUp;
    }

    private static long size(Change change) {
        return (change.before() == null ? 0L : change.before().size())
                + (change.after() == null ? 0L : change.after().size());
    }

    /** Returns the changes, without those of the consumers' own state. */
    public List<Change> changes() {
        return changes;
    }

    public FeedPosition next() {
        return next;
    }

    public boolean caughtUp() {
        return caughtUp;
    }

    boolean hasPassed(FeedPosition position) {
        return passed.contains(position);
    }

    /** Returns the position of the oldest kept change if earlier changes were lost, otherwise null. */
    @Nullable
    public FeedPosition oldest() {
        return oldest;
    }
}
