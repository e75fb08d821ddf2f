package dev.varve.series.internal.packed.others;

import dev.varve.key.Parts;
import dev.varve.series.internal.packed.block.BlockLayout;
import dev.varve.series.internal.packed.row.RowChange;
import dev.varve.series.internal.packed.row.TickRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rows that other writers have accepted and that may not be in blocks yet. Not safe for several threads: {@code RowMemory}
 * holds a lock.
 *
 * <p>Nothing depends on when rows are removed here: a block says up to which record of each journal it holds the rows, and
 * readers apply only later ones.
 */
public final class OtherRows {

    /** The rows of one bucket: those of each writer, or none if they were in blocks at this time. */
    private static final class Place {
        private final TickRange range;
        private final Map<String, OtherChanges> writers = new HashMap<>(2);
        private long emptySinceMillis;

        Place(TickRange range) {
            this.range = range;
        }
    }

    private final BlockLayout layout;
    private final Map<Parts, NavigableMap<Long, Place>> places = new HashMap<>();
    // In the order in which their changes are applied.
    private final Map<String, Long> floors = new LinkedHashMap<>();
    private long bytes;

    public OtherRows(BlockLayout layout) {
        this.layout = layout;
    }

    boolean isEmpty() {
        return places.isEmpty();
    }

    /** Returns an estimate of the memory that the rows take, in bytes. */
    public long bytes() {
        return bytes;
    }

    /** Adds a change of a record of this writer. */
    public void add(String writer, long number, RowChange change) {
        floors.putIfAbsent(writer, 0L);
        TickRange range = layout.bucket(change.tick());
        Place place = places.computeIfAbsent(change.identity(), first -> new TreeMap<>())
                .computeIfAbsent(range.from(), first -> new Place(range));
        OtherChanges changes = place.writers.get(writer);
        if (changes == null) {
            changes = new OtherChanges();
            place.writers.put(writer, changes);
        } else {
            bytes -= changes.bytes();
        }
        changes.add(number, change);
        bytes += changes.bytes();
    }

    /**
     * Sets the order in which the changes of writers are applied, and how far each journal is in blocks. Removes what blocks hold
     * and the changes of all other writers; returns whether there were any.
     */
    public boolean keep(Map<String, Long> newFloors, long nowMillis) {
        boolean[] isRemoved = {false};
        floors.clear();
        floors.putAll(newFloors);
        forEach(place -> place.writers.entrySet().removeIf(entry -> {
            Long floor = floors.get(entry.getKey());
            boolean isSealed = floor == null || entry.getValue().last() <= floor;
            if (isSealed) {
                isRemoved[0] = true;
                bytes -= entry.getValue().bytes();
                place.emptySinceMillis = nowMillis;
            }
            return isSealed;
        }));
        return isRemoved[0];
    }

    /** Removes the rows of a writer. */
    public void remove(String writer) {
        if (floors.remove(writer) != null) {
            keep(new LinkedHashMap<>(floors), 0);
        }
    }

    /** Forgets the buckets that have been empty since this time. */
    public void forgetEmpty(long sinceMillis) {
        places.values().removeIf(buckets -> {
            buckets.values().removeIf(place -> place.writers.isEmpty() && place.emptySinceMillis <= sinceMillis);
            return buckets.isEmpty();
        });
    }

    /** Removes the oldest buckets until the rest takes at most so many bytes; returns how many were removed. */
    public int shrink(long toBytes) {
        int removed = 0;
        Set<Long> starts = new HashSet<>();
        forEach(place -> starts.add(place.range.from()));
        List<Long> oldest = new ArrayList<>(starts);
        oldest.sort(null);
        for (int i = 0; i < oldest.size() && bytes > toBytes; i++) {
            for (NavigableMap<Long, Place> buckets : places.values()) {
                Place place = buckets.remove(oldest.get(i));
                if (place != null) {
                    removed++;
                    place.writers.values().forEach(changes -> bytes -= changes.bytes());
                }
            }
        }
        places.values().removeIf(Map::isEmpty);
        return removed;
    }

    private void forEach(Consumer<Place> each) {
        places.values().forEach(buckets -> buckets.values().forEach(each));
    }

    /** Returns the changes of one identity, by the start of their buckets. */
    public NavigableMap<Long, List<OtherChanges.View>> in(Parts identity, TickRange range) {
        NavigableMap<Long, List<OtherChanges.View>> found = new TreeMap<>();
        for (Place place : overlapping(identity, range)) {
            List<OtherChanges.View> views = views(place);
            if (!views.isEmpty()) {
                found.put(place.range.from(), views);
            }
        }
        return found;
    }

    /** Returns the changes of one bucket. */
    public List<OtherChanges.View> at(Parts identity, long start) {
        NavigableMap<Long, Place> buckets = places.get(identity);
        @Nullable Place place = buckets == null ? null : buckets.get(start);
        return place == null ? List.of() : views(place);
    }

    private List<OtherChanges.View> views(Place place) {
        List<OtherChanges.View> views = new ArrayList<>(place.writers.size());
        if (!place.writers.isEmpty()) {
            floors.forEach((writer, floor) -> {
                OtherChanges changes = place.writers.get(writer);
                if (changes != null) {
                    views.add(changes.view(writer, floor));
                }
            });
        }
        return views;
    }

    /** Returns the buckets of one identity that have rows here, or had some a short time ago. */
    public List<TickRange> ranges(Parts identity, TickRange range) {
        return overlapping(identity, range).stream().map(place -> place.range).toList();
    }

    /** Passes the buckets that overlap a range to the consumer, with rows or without, and their identities. */
    public void forEach(TickRange range, BiConsumer<Parts, TickRange> each) {
        places.forEach((identity, buckets) -> buckets.values().forEach(place -> {
            if (place.range.overlaps(range)) {
                each.accept(identity, place.range);
            }
        }));
    }

    /** Returns the number of identities. */
    public int identities() {
        return places.size();
    }

    private List<Place> overlapping(Parts identity, TickRange range) {
        NavigableMap<Long, Place> buckets = places.get(identity);
        return buckets == null
                ? List.of()
                : buckets.values().stream()
                        .filter(place -> place.range.overlaps(range))
                        .toList();
    }
}
