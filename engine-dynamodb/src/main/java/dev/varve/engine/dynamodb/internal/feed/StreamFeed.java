package dev.varve.engine.dynamodb.internal.feed;

import dev.varve.engine.dynamodb.internal.call.Calls;
import dev.varve.engine.dynamodb.internal.feed.ShardPlace.Fixed;
import dev.varve.engine.dynamodb.internal.feed.Shards.Spot;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.table.TableSchema;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The change feed of a table, read from its stream. */
public final class StreamFeed implements ChangeFeed {

    /** The maximum age of a listing. New shards mostly replace old ones that end, which is noticed without a listing. */
    private static final Duration LISTING_AGE = Duration.ofSeconds(10);

    /** The maximum age of a listing while a shard has ended and its children are not listed yet. */
    private static final Duration WAITING_LISTING_AGE = Duration.ofSeconds(1);

    private final TableSchema schema;
    private final Topology topology;
    private final Shards shards;
    private final Supplier<String> nonces;

    StreamFeed(TableSchema schema, ShardSource source, InstantSource clock, Supplier<String> nonces) {
        this.schema = schema;
        this.topology = new Topology(source, clock);
        this.shards = new Shards(source);
        this.nonces = nonces;
    }

    @Override
    public CompletableFuture<FeedPage> read(FeedPosition after, int most) {
        return Calls.guarded(() -> {
            if (after.equals(FeedPosition.BEGINNING)) {
                return topology.fresh().thenCompose(listing -> run(listing, beginning(listing), after, most));
            }
            StreamPosition from = PositionText.read(schema.name(), after);
            boolean waiting = from.places().containsValue(Fixed.FINISHED);
            return topology.atMost(waiting ? WAITING_LISTING_AGE : LISTING_AGE).thenCompose(listing -> {
                // Even a recent listing may be older than the position.
                return isDoubtful(listing, from)
                        ? topology.fresh().thenCompose(now -> readFrom(now, from, after, most))
                        : readFrom(listing, from, after, most);
            });
        });
    }

    private static boolean isDoubtful(Listing listing, StreamPosition from) {
        return !CompactText.fingerprint(listing.stream()).equals(from.stream())
                || from.places().entrySet().stream()
                        .filter(entry -> entry.getValue() != Fixed.FINISHED)
                        .anyMatch(entry -> !listing.shards().has(entry.getKey()))
                || Lineage.follow(listing.shards(), from.places()).isLost();
    }

    private CompletableFuture<FeedPage> readFrom(Listing listing, StreamPosition from, FeedPosition given, int most) {
        StreamPosition beginning = beginning(listing);
        if (!beginning.stream().equals(from.stream())) {
            return CompletableFuture.completedFuture(new FeedPage.Trimmed(PositionText.write(beginning)));
        }
        return topology.follow(listing, from.places()).thenCompose(fitting -> {
            StreamPosition position = from.with(fitting.followed().places());
            return fitting.followed().isLost()
                    ? CompletableFuture.completedFuture(new FeedPage.Trimmed(PositionText.write(position)))
                    : run(fitting.listing(), position, given, most);
        });
    }

    private CompletableFuture<FeedPage> run(Listing listing, StreamPosition from, FeedPosition given, int most) {
        return new FeedRun(topology, shards, schema, most, listing, from).page(given);
    }

    private StreamPosition beginning(Listing listing) {
        return new StreamPosition(
                CompactText.fingerprint(schema.name()),
                CompactText.fingerprint(listing.stream()),
                null,
                Lineage.beginning(listing.shards()));
    }

    @Override
    public CompletableFuture<FeedPosition> end() {
        return Calls.guarded(() -> topology.fresh().thenCompose(listing -> {
            ShardMark mark = new ShardMark(listing.epochSecond(), nonces.get());
            Map<String, ShardPlace> places = new LinkedHashMap<>();
            listing.shards().leaves().forEach(shard -> places.put(shard, Fixed.FINISHED));
            List<String> open = places.keySet().stream()
                    .filter(shard -> !listing.shards().isClosed(shard))
                    .toList();
            return latest(listing, mark, open, places)
                    .thenApply(done -> PositionText.write(new StreamPosition(
                            CompactText.fingerprint(schema.name()),
                            CompactText.fingerprint(listing.stream()),
                            mark,
                            places)));
        }));
    }

    private CompletableFuture<Boolean> latest(
            Listing listing, ShardMark mark, List<String> open, Map<String, ShardPlace> places) {
        if (open.isEmpty()) {
            return CompletableFuture.completedFuture(true);
        }
        List<String> now = open.subList(0, Math.min(FeedRun.WIDTH, open.size()));
        List<CompletableFuture<ShardPlace>> found = now.stream()
                .map(shard -> shards.latest(new Spot(listing.stream(), shard, Fixed.LATEST, mark)))
                .toList();
        return CompletableFuture.allOf(found.toArray(CompletableFuture[]::new)).thenCompose(all -> {
            for (int i = 0; i < now.size(); i++) {
                places.put(now.get(i), found.get(i).join());
            }
            return latest(listing, mark, open.subList(now.size(), open.size()), places);
        });
    }
}
