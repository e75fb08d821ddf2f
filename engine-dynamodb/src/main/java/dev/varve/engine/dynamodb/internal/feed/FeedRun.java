package dev.varve.engine.dynamodb.internal.feed;

import dev.varve.core.feed.Change;
import dev.varve.core.feed.FeedPage;
import dev.varve.core.feed.FeedPosition;
import dev.varve.core.table.TableSchema;
import dev.varve.engine.dynamodb.internal.feed.Answer.Batch;
import dev.varve.engine.dynamodb.internal.feed.Answer.Refusal;
import dev.varve.engine.dynamodb.internal.feed.Place.Fixed;
import dev.varve.engine.dynamodb.internal.feed.Shards.Spot;
import dev.varve.engine.dynamodb.internal.read.StreamRecords;
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
 * Reads one page of a feed, in rounds: each asks the shards that are first in line, at once, for equal parts of what is
 * still wanted. A shard that was asked goes to the end of the line, which the next position keeps, so that busy shards
 * cannot hold up the others.
 */
final class FeedRun {

    /** How many shards are asked at once. */
    static final int WIDTH = 16;

    /** How many rounds a page may take: streams answer with nothing now and then though there is more. */
    static final int MAX_ROUNDS = 100;

    private final Topology topology;
    private final Shards shards;
    private final TableSchema schema;
    private final int most;

    private Listing listing;
    private StreamPosition position;
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
        this.position = from;
    }

    /** Returns the page; its position is {@code given} where nothing has moved. */
    CompletableFuture<FeedPage> page(FeedPosition given) {
        Map<String, Place> before = position.places();
        return go().thenApply(page -> page instanceof FeedPage.Changes read
                        && read.changes().isEmpty()
                        && position.places().equals(before)
                        && !given.equals(FeedPosition.BEGINNING)
                ? new FeedPage.Changes(List.of(), given)
                : page);
    }

    private CompletableFuture<FeedPage> go() {
        List<String> asked = rounds++ < MAX_ROUNDS ? firstInLine() : List.of();
        if (asked.isEmpty()) {
            return read();
        }
        int part = Math.min(Shards.MAX_RECORDS, wanted() / asked.size());
        List<CompletableFuture<Answer>> answers =
                asked.stream().map(shard -> shards.read(spot(shard), part)).toList();
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenCompose(all -> {
                    Map<String, Answer> answered = new LinkedHashMap<>();
                    for (int i = 0; i < asked.size(); i++) {
                        answered.put(asked.get(i), answers.get(i).join());
                    }
                    return settle(answered, part);
                });
    }

    private CompletableFuture<FeedPage> read() {
        return CompletableFuture.completedFuture(new FeedPage.Changes(changes, PositionText.write(position)));
    }

    private int wanted() {
        return most - changes.size();
    }

    private List<String> firstInLine() {
        return position.places().entrySet().stream()
                .filter(entry -> entry.getValue() != Fixed.FINISHED)
                .map(Map.Entry::getKey)
                .filter(shard -> !empty.contains(shard))
                .filter(shard -> changes.isEmpty() || !nearlyEmpty.contains(shard))
                .limit(Math.max(0, Math.min(WIDTH, wanted())))
                .toList();
    }

    private Place place(String shard) {
        return position.places().getOrDefault(shard, Fixed.HORIZON);
    }

    private Spot spot(String shard) {
        return new Spot(listing.stream(), shard, place(shard), position.mark());
    }

    private CompletableFuture<FeedPage> settle(Map<String, Answer> answered, int part) {
        for (Map.Entry<String, Answer> entry : answered.entrySet()) {
            if (entry.getValue() instanceof Refusal refusal) {
                // What was read before is worth a page; the next one begins with this round, and finds it again.
                return changes.isEmpty()
                        ? refused(entry.getKey(), refusal)
                        : CompletableFuture.completedFuture(
                                new FeedPage.Changes(changes, PositionText.write(position)));
            }
        }
        boolean ended = false;
        for (Map.Entry<String, Answer> entry : answered.entrySet()) {
            if (entry.getValue() instanceof Batch batch) {
                take(entry.getKey(), batch, part);
                ended |= batch.next() == null;
            }
        }
        return ended ? follow() : go();
    }

    private void take(String shard, Batch batch, int part) {
        Place place = place(shard);
        Function<String, FeedPosition> positions = PositionText.inside(position, shard);
        List<Record> records = batch.records().stream()
                .filter(record -> !place.needsMark() || !isBeforeMark(record))
                .toList();
        records.forEach(record -> StreamRecords.read(schema, record, positions).ifPresent(changes::add));
        Map<String, Place> moved = Lineage.without(position.places(), shard);
        moved.put(shard, behind(place, batch, records.isEmpty()));
        position = position.with(moved);
        if (batch.records().isEmpty() && !listing.shards().isClosed(shard)) {
            empty.add(shard);
        } else if (batch.records().size() < part) {
            nearlyEmpty.add(shard);
        }
    }

    private static Place behind(Place place, Batch batch, boolean allSkipped) {
        if (batch.next() == null) {
            return Fixed.FINISHED;
        }
        Place behind = batch.from(place);
        return place.needsMark() && allSkipped && behind instanceof Place.After last
                ? new Place.Skipped(last.sequence())
                : behind;
    }

    private boolean isBeforeMark(Record record) {
        Mark mark = position.mark();
        return mark != null && mark.isAfter(record.dynamodb().approximateCreationDateTime());
    }

    /** Goes on with the children of shards that have ended, which an earlier listing may not show yet. */
    private CompletableFuture<FeedPage> follow() {
        boolean known = position.places().entrySet().stream()
                .filter(entry -> entry.getValue() == Fixed.FINISHED)
                .noneMatch(entry -> listing.shards().children(entry.getKey()).isEmpty());
        return (known ? CompletableFuture.completedFuture(listing) : topology.fresh()).thenCompose(now -> {
            if (!now.stream().equals(listing.stream())) {
                return read();
            }
            return topology.follow(now, position.places()).thenCompose(this::goOn);
        });
    }

    private CompletableFuture<FeedPage> goOn(Topology.Fitting fitting) {
        StreamPosition followed = position.with(fitting.followed().places());
        if (!fitting.followed().isLost()) {
            listing = fitting.listing();
            position = followed;
            return go();
        }
        return changes.isEmpty()
                ? CompletableFuture.completedFuture(new FeedPage.Trimmed(PositionText.write(followed)))
                : read();
    }

    private CompletableFuture<FeedPage> refused(String shard, Refusal refusal) {
        Place place = place(shard);
        if (refusal != Refusal.MISSING) {
            Map<String, Place> mended = new LinkedHashMap<>(position.places());
            mended.put(shard, Fixed.HORIZON);
            return CompletableFuture.completedFuture(new FeedPage.Trimmed(PositionText.write(position.with(mended))));
        }
        return topology.fresh().thenCompose(now -> {
            if (!now.stream().equals(listing.stream())) {
                return CompletableFuture.completedFuture(new FeedPage.Trimmed(FeedPosition.BEGINNING));
            }
            listing = now;
            if (place == Fixed.HORIZON) {
                position = position.with(Lineage.past(now.shards(), position.places(), shard));
                return go();
            }
            Map<String, Place> left = Lineage.without(position.places(), shard);
            Map<String, Place> followed = Lineage.follow(now.shards(), left).places();
            return CompletableFuture.completedFuture(new FeedPage.Trimmed(PositionText.write(position.with(followed))));
        });
    }
}
