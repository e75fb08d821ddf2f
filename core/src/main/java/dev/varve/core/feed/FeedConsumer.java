package dev.varve.core.feed;

import java.util.concurrent.CompletableFuture;

/**
 * Reads a feed under a name, hands its changes to a handler, and keeps its place in a table.
 *
 * <p>A change is handed over at least once, those of one item in order. Of several consumers of one name, in one process
 * or many, the one that has the lease works.
 */
public final class FeedConsumer {

    private FeedConsumer() {}

    /** Begins a consumer of this name. */
    public static FeedConsumerBuilder named(String name) {
        return new FeedConsumerBuilder(name);
    }

    /**
     * Takes or renews the lease, reads, hands over once in each lane, and commits what is handled. Never fails: what went
     * wrong is in the progress. Steps run one after the other, however they are called.
     */
    public CompletableFuture<Progress> step() {
        throw new UnsupportedOperationException();
    }

    /**
     * Steps, without waiting in between, until everything that was in the feed at the call is handled or parked; fails
     * with the error that keeps coming, or where another owner has the lease.
     */
    public CompletableFuture<Void> catchUp() {
        throw new UnsupportedOperationException();
    }

    /** Goes on from another position; refused while changes are parked, for they would come out of order. */
    public CompletableFuture<Void> restartFrom(FeedPosition position) {
        throw new UnsupportedOperationException();
    }

    /** Commits what is handled and gives the lease back; a later step takes it again. */
    public CompletableFuture<Void> release() {
        throw new UnsupportedOperationException();
    }

    public ConsumerStatus status() {
        throw new UnsupportedOperationException();
    }

    /** Returns up to {@code most} parked changes whose number is above this one, in order. */
    public CompletableFuture<Parked.Page> parked(long after, int most) {
        throw new UnsupportedOperationException();
    }

    /** Hands parked changes over again, one by one and in order; where one of an item fails, its later ones stay. */
    public CompletableFuture<Parked.Retried> retryParked() {
        throw new UnsupportedOperationException();
    }

    /** Forgets a parked change for good; returns whether there was one. */
    public CompletableFuture<Boolean> dropParked(long number) {
        throw new UnsupportedOperationException();
    }
}
