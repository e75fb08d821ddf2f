package dev.varve.engine.dynamodb.internal.feed;

import dev.varve.engine.dynamodb.internal.feed.ShardPlace.Fixed;
import dev.varve.engine.dynamodb.internal.feed.ShardRead.Batch;
import dev.varve.engine.dynamodb.internal.feed.ShardRead.Refusal;
import dev.varve.engine.dynamodb.internal.feed.Shards.Spot;
import dev.varve.engine.dynamodb.internal.read.StreamRecords;
import dev.varve.feed.Change;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.table.TableSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.Record;

/**
 * Reads one page of a feed, in rounds. Each round reads from the next shards in line at the same time, an equal part of
 * the remaining page from each. A shard that was read goes to the end of the line. The next position keeps this order,
 * so that busy shards cannot delay the others.
 */
final class FeedRun {

    /** How many shards are read at the same time. */
    static final int WIDTH = 16;

    /**
     * How many rounds a page may take besides one per shard: a stream sometimes returns no records although there are
     * more.
     */
    static final int MORE_ROUNDS = 100;

    private final Topology topology;
    private final Shards shards;
    private final TableSchema schema;
    private final int most;

    private final StreamPosition start;

    private Listing listing;
    private Map<String, ShardPlace> places;
    private int rounds;
    private final List<Change> changes = new ArrayList<>();
    private final Set<String> empty = new HashSet<>();
    private final Set<String> nearlyEmpty = new HashSet<>();

    FeedRun(Topology topology, Shards shards, TableSchema schema, int most, Listing listing, StreamPosition from) {
        this.topology = topology;
        this.shards = shards;
        this.schema = schema;
        this.most = most;
        this.listing = listing;
        this.start = from;
        this.places = new LinkedHashMap<>(from.places());
    }

    /** Returns the page; its position is {@code given} if nothing has moved. */
    CompletableFuture<FeedPage> page(FeedPosition given) {
        return go().thenApply(page -> page instanceof FeedPage.Changes read
                        && read.changes().isEmpty()
                        && places.equals(start.places())
                        && firstInLine().isEmpty()
                        && !given.equals(FeedPosition.BEGINNING)
                ? new FeedPage.Changes(List.of(), given)
                : page);
    }

    private CompletableFuture<FeedPage> go() {
        List<String> chosen = firstInLine();
        if (chosen.isEmpty() || rounds++ >= MORE_ROUNDS + places.size()) {
            return read();
        }
        int part = Math.min(Shards.MAX_RECORDS, wanted() / chosen.size());
        List<CompletableFuture<ShardRead>> answers =
                chosen.stream().map(shard -> shards.read(spot(shard), part)).toList();
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenCompose(all -> {
                    Map<String, ShardRead> answered = new LinkedHashMap<>();
                    for (int i = 0; i < chosen.size(); i++) {
                        answered.put(chosen.get(i), answers.get(i).join());
                    }
                    return settle(answered, part);
                });
    }

    private CompletableFuture<FeedPage> read() {
        return CompletableFuture.completedFuture(new FeedPage.Changes(changes, PositionText.write(start.with(places))));
    }

    private int wanted() {
        return most - changes.size();
    }

    private List<String> firstInLine() {
        return places.entrySet().stream()
                .filter(entry -> entry.getValue() != Fixed.FINISHED)
                .map(Map.Entry::getKey)
                .filter(shard -> !empty.contains(shard))
                .filter(shard -> changes.isEmpty() || !nearlyEmpty.contains(shard))
                .limit(Math.max(0, Math.min(WIDTH, wanted())))
                .toList();
    }

    private ShardPlace place(String shard) {
        return places.getOrDefault(shard, Fixed.HORIZON);
    }

    private Spot spot(String shard) {
        return new Spot(listing.stream(), shard, place(shard), start.mark());
    }

    private CompletableFuture<FeedPage> settle(Map<String, ShardRead> answered, int part) {
        for (Map.Entry<String, ShardRead> entry : answered.entrySet()) {
            if (entry.getValue() instanceof Refusal refusal) {
                // Return the records read so far as a page; the next page repeats this round and finds the loss again.
                return changes.isEmpty() ? refused(entry.getKey(), refusal) : read();
            }
        }
        boolean ended = false;
        for (Map.Entry<String, ShardRead> entry : answered.entrySet()) {
            if (entry.getValue() instanceof Batch batch) {
                take(entry.getKey(), batch, part);
                ended |= batch.next() == null;
            }
        }
        return ended ? follow() : go();
    }

    private void take(String shard, Batch batch, int part) {
        ShardPlace place = place(shard);
        List<Record> records = batch.records().stream()
                .filter(record -> !place.needsMark() || !isBeforeMark(record))
                .toList();
        if (!records.isEmpty()) {
            Function<String, FeedPosition> positions = PositionText.inside(start.with(places), shard);
            records.forEach(
                    record -> StreamRecords.read(schema, record, positions).ifPresent(changes::add));
        }
        places.remove(shard);
        places.put(shard, behind(place, batch, records.isEmpty()));
        if (batch.records().isEmpty() && !listing.shards().isClosed(shard)) {
            empty.add(shard);
        } else if (batch.records().size() < part) {
            nearlyEmpty.add(shard);
        }
    }

    private static ShardPlace behind(ShardPlace place, Batch batch, boolean allSkipped) {
        if (batch.next() == null) {
            return Fixed.FINISHED;
        }
        ShardPlace behind = batch.from(place);
        return place.needsMark() && allSkipped && behind instanceof ShardPlace.After last
                ? new ShardPlace.Skipped(last.sequence())
                : behind;
    }

    private boolean isBeforeMark(Record record) {
        ShardMark mark = start.mark();
        return mark != null && mark.isAfter(record.dynamodb().approximateCreationDateTime());
    }

    /** Continues with the children of shards that have ended; an earlier listing may not show them yet. */
    private CompletableFuture<FeedPage> follow() {
        boolean known = places.entrySet().stream()
                .filter(entry -> entry.getValue() == Fixed.FINISHED)
                .noneMatch(entry -> listing.shards().children(entry.getKey()).isEmpty());
        return (known ? CompletableFuture.completedFuture(listing) : topology.fresh()).thenCompose(now -> {
            if (!now.stream().equals(listing.stream())) {
                return read();
            }
            return topology.follow(now, places).thenCompose(this::goOn);
        });
    }

    private CompletableFuture<FeedPage> goOn(Topology.Fitting fitting) {
        if (!fitting.followed().isLost()) {
            listing = fitting.listing();
            places = new LinkedHashMap<>(fitting.followed().places());
            return go();
        }
        return changes.isEmpty() ? trimmed(fitting.followed().places()) : read();
    }

    private CompletableFuture<FeedPage> trimmed(Map<String, ShardPlace> oldest) {
        return CompletableFuture.completedFuture(new FeedPage.Trimmed(PositionText.write(start.with(oldest))));
    }

    private CompletableFuture<FeedPage> refused(String shard, Refusal refusal) {
        ShardPlace place = place(shard);
        if (refusal != Refusal.MISSING) {
            places.put(shard, Fixed.HORIZON);
            return trimmed(places);
        }
        places.remove(shard);
        return topology.fresh().thenCompose(now -> {
            if (!now.stream().equals(listing.stream())) {
                return CompletableFuture.completedFuture(new FeedPage.Trimmed(FeedPosition.BEGINNING));
            } else if (place != Fixed.HORIZON) {
                return trimmed(Lineage.follow(now.shards(), places).places());
            }
            listing = now;
            now.shards().children(shard).forEach(child -> places.putIfAbsent(child, Fixed.HORIZON));
            return go();
        });
    }
}
