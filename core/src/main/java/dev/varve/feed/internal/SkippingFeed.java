package dev.varve.feed.internal;

import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** A feed that reads nothing while nobody wants its changes: each page is empty and ends at the end of the feed. */
public final class SkippingFeed implements ChangeFeed {

    private final ChangeFeed feed;
    private final BooleanSupplier isUnwanted;

    public SkippingFeed(ChangeFeed feed, BooleanSupplier isUnwanted) {
        this.feed = feed;
        this.isUnwanted = isUnwanted;
    }

    @Override
    public CompletableFuture<FeedPage> read(FeedPosition after, int most) {
        return isUnwanted.getAsBoolean()
                ? feed.end().thenApply(end -> new FeedPage.Changes(List.of(), end))
                : feed.read(after, most);
    }

    @Override
    public CompletableFuture<FeedPosition> end() {
        return feed.end();
    }

    @Override
    public Optional<String> exclusiveOpening() {
        return feed.exclusiveOpening();
    }

    @Override
    public CompletableFuture<Void> hold(String consumer, FeedPosition position) {
        return feed.hold(consumer, position);
    }

    @Override
    public CompletableFuture<Void> release(String consumer) {
        return feed.release(consumer);
    }
}
