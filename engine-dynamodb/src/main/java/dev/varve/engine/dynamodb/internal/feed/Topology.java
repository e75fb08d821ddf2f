package dev.varve.engine.dynamodb.internal.feed;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The last listing of the shards, for as long as it is young enough. */
final class Topology {

    private record Known(Listing listing, Instant at) {}

    /** A listing, and the places of a reader that fit it. */
    record Fitting(Listing listing, Lineage.Followed followed) {}

    private final ShardSource source;
    private final InstantSource clock;
    private volatile @Nullable Known known;

    Topology(ShardSource source, InstantSource clock) {
        this.source = source;
        this.clock = clock;
    }

    /** Returns a listing not older than this. */
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
        Instant asked = clock.instant();
        return source.list().thenApply(listing -> {
            known = new Known(listing, asked);
            return listing;
        });
    }

    /**
     * Fits a reader's places to a listing. Where that looks like a loss because a shard is not listed, it is asked for
     * first: listings may lag, or have been put together from pages of different moments.
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
