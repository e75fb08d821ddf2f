package dev.varve.series.internal.packed.block;

import dev.varve.error.Unavailable;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.series.internal.packed.row.RowSet;
import dev.varve.series.internal.packed.row.TickRange;
import dev.varve.table.Consistency;
import dev.varve.table.Key;
import dev.varve.table.Table;
import dev.varve.table.internal.BulkGet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads the stored rows of buckets, consistently. */
public final class BlockLoader {

    /** A bucket of several items is read again if it was written between the reads of two of them. */
    private static final int MAX_TRIES = 10;

    public record BucketPlace(Parts identity, long start) {}

    /**
     * The rows of a bucket as stored.
     *
     * @param range the times of the bucket, or of the day whose buckets are joined
     * @param generation the generation of its further parts, null unless it is large
     */
    public record Stored(
            TickRange range,
            RowSet rows,
            BlockItems.Stamp stamp,
            int parts,
            @Nullable String generation) {}

    private final Table table;
    private final BlockLayout layout;
    private final int parallel;
    private final Predicate<TickRange> mayBeJoined;

    /** @param mayBeJoined returns whether the buckets of a day may be joined */
    public BlockLoader(Table table, BlockLayout layout, int parallel, Predicate<TickRange> mayBeJoined) {
        this.table = table;
        this.layout = layout;
        this.parallel = parallel;
        this.mayBeJoined = mayBeJoined;
    }

    /** Returns the stored rows of these buckets, or of the days that they are joined in; without those that have none. */
    public CompletableFuture<Map<BucketPlace, Stored>> load(List<BucketPlace> places) {
        return read(places, new HashMap<>(), 1).thenCompose(found -> {
            Map<BucketPlace, BucketPlace> days = new HashMap<>();
            for (BucketPlace place : places) {
                TickRange day = layout.day(place.start());
                if (!found.containsKey(place) && place.start() != day.from() && mayBeJoined.test(day)) {
                    days.put(place, new BucketPlace(place.identity(), day.from()));
                }
            }
            if (days.isEmpty()) {
                return CompletableFuture.completedFuture(found);
            }
            // The day is read after its buckets: they are removed when they are joined, and never come back.
            return read(List.copyOf(new HashSet<>(days.values())), new HashMap<>(), 1)
                    .thenApply(joined -> {
                        days.forEach((place, day) -> {
                            Stored stored = joined.get(day);
                            if (stored != null && stored.range().contains(place.start())) {
                                found.put(place, stored);
                            }
                        });
                        return found;
                    });
        });
    }

    private CompletableFuture<Map<BucketPlace, Stored>> read(
            List<BucketPlace> places, Map<BucketPlace, Stored> found, int tries) {
        if (tries > MAX_TRIES) {
            throw new Unavailable(
                    "packed.bucket-busy",
                    "a bucket of %s changed during each of %s reads: try again"
                            .formatted(places.get(0).identity(), MAX_TRIES));
        }
        Map<Key, BucketPlace> keys = new HashMap<>();
        places.forEach(place -> keys.put(layout.key(place.identity(), place.start(), 0), place));
        return items(List.copyOf(keys.keySet())).thenCompose(firsts -> {
            List<Key> more = new ArrayList<>();
            firsts.forEach((key, item) -> {
                BucketPlace place = Objects.requireNonNull(keys.get(key));
                for (int part = 1; part < BlockItems.parts(item); part++) {
                    more.add(key(place, item, part));
                }
            });
            return items(more).thenCompose(others -> {
                List<BucketPlace> torn = new ArrayList<>();
                firsts.forEach((key, item) -> {
                    BucketPlace place = Objects.requireNonNull(keys.get(key));
                    List<Item> parts = new ArrayList<>(List.of(item));
                    for (int part = 1; part < BlockItems.parts(item); part++) {
                        Item other = others.get(key(place, item, part));
                        if (other != null) {
                            parts.add(other);
                        }
                    }
                    Stored stored = stored(place.start(), parts);
                    if (stored == null) {
                        torn.add(place);
                    } else {
                        found.put(place, stored);
                    }
                });
                return torn.isEmpty() ? CompletableFuture.completedFuture(found) : read(torn, found, tries + 1);
            });
        });
    }

    private Key key(BucketPlace place, Item first, int part) {
        String generation = BlockItems.generation(first);
        return generation == null
                ? layout.key(place.identity(), place.start(), part)
                : layout.key(place.identity(), place.start(), part, generation);
    }

    private CompletableFuture<Map<Key, Item>> items(List<Key> keys) {
        if (keys.isEmpty()) {
            return CompletableFuture.completedFuture(Map.of());
        }
        return BulkGet.read(table, keys, Consistency.STRONG, parallel).thenApply(result -> {
            if (!result.unprocessed().isEmpty()) {
                throw new Unavailable(
                        "packed.blocks-unread",
                        "%s of %s blocks could not be read, because the table is throttled: try again"
                                .formatted(result.unprocessed().size(), keys.size()));
            }
            return result.found();
        });
    }

    /**
     * Joins the items of one bucket, which begin with the first part. Ignores items that it does not refer to: they are being
     * written or removed. Returns null if some are missing.
     */
    public @Nullable Stored stored(long start, List<Item> items) {
        Item first = items.get(0);
        if (BlockItems.isFurther(first)) {
            return null;
        }
        List<Item> parts = items.size() == 1
                ? items
                : items.stream().filter(item -> isOfSameWrite(first, item)).toList();
        int expected = BlockItems.parts(first);
        if (parts.size() != expected) {
            return null;
        }
        List<RowSet> sets = parts.stream().map(BlockItems::rows).toList();
        return new Stored(
                BlockItems.isJoined(first) ? layout.day(start) : layout.bucket(start),
                sets.size() == 1 ? sets.get(0) : RowSet.joined(sets),
                BlockItems.stamp(first),
                expected,
                BlockItems.generation(first));
    }

    private static boolean isOfSameWrite(Item first, Item part) {
        String generation = BlockItems.generation(first);
        return generation == null
                ? BlockItems.generation(part) == null && BlockItems.stamp(part).equals(BlockItems.stamp(first))
                : generation.equals(BlockItems.generation(part));
    }
}
