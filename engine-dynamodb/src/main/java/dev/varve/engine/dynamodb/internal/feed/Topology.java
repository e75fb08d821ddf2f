package dev.varve.engine.dynamodb.internal.feed;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A cache of the last listing of the shards. */
final class Topology {

    private record Known(Listing listing, Instant at) {}

    /** A listing, and a reader's places adjusted to it. */
    record Fitting(Listing listing, Lineage.Followed followed) {}

    private final ShardSource source;
    private final InstantSource clock;
    private volatile @Nullable Known known;

    Topology(ShardSource source, InstantSource clock) {
        this.source = source;
        this.clock = clock;
    }

    /** Returns a listing of at most this age. */
    CompletableFuture<Listing> atMost(Duration age) {
        Known last = known;
        Instant now = clock.instant();
        return last != null
                        && !now.isBefore(last.at())
                        && Duration.between(last.at(), now).compareTo(age) < 0
                ? CompletableFuture.completedFuture(last.listing())
                : fresh();
    }

    CompletableFuture<Listing> fresh() {
        Instant requestedAt = clock.instant();
        return source.list().thenApply(listing -> {
            known = new Known(listing, requestedAt);
            return listing;
        });
    }

    /**
     * Adjusts a reader's places to a listing. If a missing shard would mean a loss, the shard itself is requested
     * first: a listing may lag, or consist of pages from different moments.
     */
    CompletableFuture<Fitting> follow(Listing listing, Map<String, ShardPlace> places) {
        Lineage.Followed followed = Lineage.follow(listing.shards(), places);
        if (!followed.isLost()) {
            return CompletableFuture.completedFuture(new Fitting(listing, followed));
        }
        String unlisted = followed.gone().iterator().next();
        return source.iterator(listing.stream(), unlisted, ShardPlace.Fixed.HORIZON)
                .thenCompose(answer -> {
                    boolean gone = answer == ShardRead.Refusal.MISSING;
                    return gone
                            ? CompletableFuture.completedFuture(new Fitting(listing, followed))
                            : follow(listing.with(listing.shards().knowing(Set.of(unlisted))), places);
                });
    }
}
