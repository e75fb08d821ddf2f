package dev.varve.engine.dynamodb.internal.feed;

import dev.varve.engine.dynamodb.internal.feed.ShardPlace.Fixed;
import dev.varve.engine.dynamodb.internal.feed.ShardRead.Batch;
import dev.varve.engine.dynamodb.internal.feed.ShardRead.Refusal;
import dev.varve.error.Unavailable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads shards, and caches iterators by their place, so that continued reading needs no new one. Only the exact end of
 * a feed depends on the cache, see {@link ShardMark}.
 */
final class Shards {

    /** DynamoDB Streams returns at most 1,000 records at once. */
    static final int MAX_RECORDS = 1_000;

    /** How many iterators are cached: enough for a table of some thousand partitions. */
    private static final int MAX_ITERATORS = 8_192;

    /** How often a new iterator may have expired before its first use. */
    private static final int ATTEMPTS = 3;

    /** A place in a shard; the mark defines {@link Fixed#LATEST}. */
    record Spot(
            String stream,
            String shard,
            ShardPlace place,
            @Nullable ShardMark mark) {
        Spot {
            place = place instanceof ShardPlace.Skipped skipped ? new ShardPlace.After(skipped.sequence()) : place;
            mark = place == Fixed.LATEST ? mark : null;
        }

        Spot at(ShardPlace other) {
            return new Spot(stream, shard, other, mark);
        }
    }

    private final ShardSource source;
    private final Map<Spot, String> iterators = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Spot, String> eldest) {
            return size() > MAX_ITERATORS;
        }
    };

    Shards(ShardSource source) {
        this.source = source;
    }

    /** Reads up to {@code most} records from there. */
    CompletableFuture<ShardRead> read(Spot spot, int most) {
        String known = recall(spot);
        return known == null ? readAnew(spot, most, 1) : readBy(known, spot, most, 0);
    }

    private CompletableFuture<ShardRead> readAnew(Spot spot, int most, int attempt) {
        ShardPlace from = spot.place() == Fixed.LATEST ? Fixed.HORIZON : spot.place();
        return source.iterator(spot.stream(), spot.shard(), from)
                .thenCompose(answer -> answer instanceof ShardRead.Iterator iterator
                        ? readBy(iterator.text(), spot, most, attempt)
                        : CompletableFuture.completedFuture(answer));
    }

    private CompletableFuture<ShardRead> readBy(String iterator, Spot spot, int most, int attempt) {
        return source.records(iterator, most).thenCompose(answer -> {
            if (answer instanceof Batch batch) {
                remember(spot.at(batch.from(spot.place())), batch.next());
            } else if (answer != Refusal.MISSING && attempt < ATTEMPTS) {
                forget(spot);
                return readAnew(spot, most, attempt + 1);
            } else if (answer == Refusal.EXPIRED) {
                throw new Unavailable(
                        "feed.iterator",
                        "%s new iterators of shard %s had expired before their first use"
                                .formatted(attempt, spot.shard()));
            }
            return CompletableFuture.completedFuture(answer);
        });
    }

    /**
     * Returns the place after the newest record. Records that arrive during the call count as read. An iterator that
     * was used once cannot skip later records.
     */
    CompletableFuture<ShardPlace> latest(Spot spot) {
        return source.iterator(spot.stream(), spot.shard(), Fixed.LATEST)
                .thenCompose(answer -> answer instanceof ShardRead.Iterator iterator
                        ? source.records(iterator.text(), MAX_RECORDS)
                        : CompletableFuture.completedFuture(answer))
                .thenApply(answer -> {
                    if (answer instanceof Batch batch && batch.next() != null) {
                        ShardPlace place = batch.from(Fixed.LATEST);
                        remember(spot.at(place), batch.next());
                        return place;
                    }
                    return Fixed.FINISHED;
                });
    }

    private synchronized @Nullable String recall(Spot spot) {
        // An iterator after a record serves one reader only; that of a mark serves all readers with its position.
        return spot.place() instanceof ShardPlace.After ? iterators.remove(spot) : iterators.get(spot);
    }

    private synchronized void remember(Spot spot, @Nullable String iterator) {
        if (iterator != null) {
            iterators.put(spot, iterator);
        }
    }

    private synchronized void forget(Spot spot) {
        iterators.remove(spot);
    }
}
