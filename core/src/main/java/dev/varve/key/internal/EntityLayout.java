package dev.varve.key.internal;

import dev.varve.error.Rejected;
import dev.varve.key.PartRange;
import dev.varve.key.PartType;
import dev.varve.key.Parts;
import dev.varve.key.internal.text.PartEncoding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The layout of items without a clock: devices, alerts, current records, index keys. */
public final class EntityLayout extends Layout {

    /** Templates without a clock ignore it. */
    private static final Instant NO_CLOCK = Instant.EPOCH;

    private final TemplatePair pair;

    EntityLayout(String partition, @Nullable String sort, @Nullable Map<String, PartType> parts) {
        this.pair = new TemplatePair(partition, sort, Placeholders.withoutClock(parts));
    }

    /** Returns the key of the item with these values. */
    public LayoutKey write(Parts values) {
        return pair.write(values, NO_CLOCK);
    }

    /** Returns the names of the parts that determine the partition: all parts if the partition has a shard. */
    public List<String> partitionParts() {
        return pair.shards() > 0
                ? parts()
                : pair.partition()
                        .free()
                        .map(TemplatePart.Free::name)
                        .distinct()
                        .toList();
    }

    /** Returns the names of the parts in the sort key. */
    public List<String> sortParts() {
        return pair.sort() == null
                ? List.of()
                : pair.sort().free().map(TemplatePart.Free::name).distinct().toList();
    }

    /** Returns the partition of the items with these values; only {@link #partitionParts} are required. */
    public String writePartition(Parts values) {
        return pair.writePartition(values, NO_CLOCK);
    }

    /** Returns the sort key of the items with these values; only {@link #sortParts} are required. */
    public SortKey writeSort(Parts values) {
        return pair.writeSort(values, NO_CLOCK);
    }

    /** Returns the values in a key, the exact inverse of {@link #write}; rejects any other key. */
    public Parts parse(LayoutKey key) {
        return match(key).orElseThrow(() -> pair.mismatch(key, pair.read(key).mismatch()));
    }

    /** Returns the values in a key, or empty for a key that {@link #write} does not write. */
    public Optional<Parts> match(LayoutKey key) {
        KeyReader reader = pair.read(key);
        return !reader.isMismatch()
                        && (reader.isPlain() || write(reader.parts()).equals(key))
                ? Optional.of(reader.parts())
                : Optional.empty();
    }

    /**
     * Returns the slices that contain the items with these values, one for each shard. The leading parts of the sort
     * key bound them, up to the first part that is not given.
     */
    public List<PartitionSlice> slices(Parts values) {
        SortBounds bounds = bounds(values);
        List<PartitionSlice> slices = new ArrayList<>();
        for (String partition : pair.partitions(values, NO_CLOCK)) {
            slices.add(new PartitionSlice(slices.size(), partition, bounds));
        }
        return List.copyOf(slices);
    }

    /**
     * Returns the slices that contain the items with these values whose next sort part, the first that is not given, is
     * in a range. The slices may contain other items too, because encoded keys do not sort exactly like their values:
     * callers must check the parts of each key with {@link PartRange#holds}.
     */
    public List<PartitionSlice> slices(Parts values, PartRange range) {
        if (range.isAll()) {
            return slices(values);
        }
        int next = nextAt(values);
        if (next < 0) {
            throw new Rejected(
                    "key.no-next-part",
                    "all parts of the sort key are given, " + values + ", so there is no part left for a range");
        }
        SortBounds bounds = bounds(values, next, range);
        return slices(values).stream()
                .map(slice -> new PartitionSlice(slice.shard(), slice.partition(), bounds))
                .toList();
    }

    /** Returns the name of the first part of the sort key that has no value here. */
    public Optional<String> nextSortPart(Parts values) {
        int next = nextAt(values);
        return next < 0
                ? Optional.empty()
                : Optional.of(((TemplatePart.Free) pair.sortTemplate().parts().get(next)).name());
    }

    private int nextAt(Parts values) {
        Template sort = pair.sort();
        for (int i = 0; sort != null && i < sort.parts().size(); i++) {
            if (sort.parts().get(i) instanceof TemplatePart.Free part && !values.has(part.name())) {
                return i;
            }
        }
        return -1;
    }

    private SortBounds bounds(Parts values, int next, PartRange range) {
        Template sort = pair.sortTemplate();
        if (range.prefix() != null) {
            return SortBounds.prefix(sort.writeBefore(next + 1, values.and(range.prefix())));
        }
        String before = sort.writeBefore(next, values);
        // Bounds that match no key: no key contains the last code point.
        SortBounds nothing = SortBounds.between(before + PartEncoding.CEILING, before + PartEncoding.CEILING);
        if (range.isEmpty()) {
            return nothing;
        }
        String lowest = range.from() == null ? before : sort.writeBefore(next + 1, values.and(range.from()));
        String highest = range.to() == null
                ? before + PartEncoding.CEILING
                : PartEncoding.below(sort.writeBefore(next + 1, values.and(range.to())));
        TemplatePart.Free part = (TemplatePart.Free) sort.parts().get(next);
        if (part.type() == PartType.TEXT) {
            TextBounds texts = new TextBounds(before, sort.reserved(), sort.literalAfter(next));
            lowest = range.from() == null ? before : texts.atLeast(range.from().text(part.name()));
            highest = range.to() == null ? highest : texts.below(range.to().text(part.name()));
        }
        return PartEncoding.compare(lowest, highest) > 0
                ? nothing
                : SortBounds.between(lowest.isEmpty() ? "\0" : lowest, highest);
    }

    /**
     * Returns whether a read by leading key parts of this layout may return an item of another layout in the same
     * table.
     *
     * <p>False is certain. True may be a false alarm, because a value is assumed to be any text.
     */
    public boolean mayReturn(Layout other) {
        return other.pairs().stream().anyMatch(this::mayReturn);
    }

    private boolean mayReturn(TemplatePair other) {
        Template sort = pair.sort();
        Template otherSort = other.sort();
        if (!TextShape.of(pair.partition()).meets(TextShape.of(other.partition())) || sortType() != other.sortType()) {
            return false;
        }
        return sort == null || otherSort == null || TextShape.ofRange(sort).meets(TextShape.of(otherSort));
    }

    /** Returns the number of shards of a partition, 0 if the template has none. */
    public int shards() {
        return pair.shards();
    }

    private SortBounds bounds(Parts values) {
        Template sort = pair.sort();
        if (sort == null) {
            return SortBounds.all();
        }
        int next = nextAt(values);
        if (next >= 0) {
            return SortBounds.prefix(sort.writeBefore(next, values));
        }
        String whole = sort.write(values, NO_CLOCK, 0);
        return SortBounds.between(whole, whole);
    }

    @Override
    public List<String> parts() {
        return pair.free().stream().map(TemplatePart.Free::name).toList();
    }

    @Override
    public SortType sortType() {
        return pair.sortType();
    }

    @Override
    public String describe() {
        return LayoutDescription.of(pair, NO_CLOCK);
    }

    @Override
    List<TemplatePair> pairs() {
        return List.of(pair);
    }
}
