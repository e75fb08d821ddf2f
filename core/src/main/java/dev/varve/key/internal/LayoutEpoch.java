package dev.varve.key.internal;

import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.TimeRange;
import dev.varve.key.ZoneHistory;
import dev.varve.key.internal.text.ClockDomain;
import dev.varve.key.internal.text.PartEncoding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A template pair with a clock, valid for the clocks in {@code [since, until)}. */
final class LayoutEpoch {

    private final TemplatePair pair;
    private final Tick tick;
    private final ZoneHistory zones;
    private final Instant since;
    private final Instant until;
    private final List<ClockFormat> buckets;
    private final List<ClockFormat> formats;
    private final boolean exact;

    LayoutEpoch(TemplatePair pair, Placeholders placeholders, Instant since, Instant until) {
        this.pair = pair;
        this.tick = placeholders.tick();
        this.zones = placeholders.zones();
        this.since = since;
        this.until = until;
        this.buckets = pair.partition().clocks().toList();
        this.formats = pair.clocks().toList();
        this.exact = formats.stream().anyMatch(ClockFormat::isExact);
    }

    TemplatePair pair() {
        return pair;
    }

    ZoneHistory zones() {
        return zones;
    }

    Instant since() {
        return since;
    }

    Instant until() {
        return until;
    }

    /** Returns whether keys hold the exact clock, and not only a bucket. */
    boolean isExact() {
        return exact;
    }

    /** Returns the formats that write the clock into the partition. */
    List<ClockFormat> buckets() {
        return buckets;
    }

    /** Returns the formats that write the clock, in the partition and in the sort key. */
    List<ClockFormat> formats() {
        return formats;
    }

    /** Returns the clock as a key holds it. */
    Instant floor(Instant clock) {
        return exact ? tick.floor(clock) : Instant.ofEpochSecond(start(formats, clock.getEpochSecond()));
    }

    /** Returns the earliest clock that a key can hold and that is not before the given one. */
    Instant ceil(Instant clock) {
        if (exact || !clock.isBefore(ClockDomain.END)) {
            return tick.ceil(clock);
        }
        return floor(clock).equals(clock) ? clock : Instant.ofEpochSecond(end(formats, clock.getEpochSecond()));
    }

    /** Returns the start of the partition bucket that contains a clock, or the start of this epoch if that is later. */
    Instant bucketStart(Instant clock) {
        Instant start = Instant.ofEpochSecond(start(buckets, clock.getEpochSecond()));
        return start.isBefore(since) ? since : start;
    }

    /** Returns the end of the partition bucket that contains a clock, or the end of this epoch if that is earlier. */
    Instant bucketEnd(Instant clock) {
        Instant end = Instant.ofEpochSecond(end(buckets, clock.getEpochSecond()));
        return end.isAfter(until) ? until : end;
    }

    /** Returns one slice for each shard of the bucket that contains {@code range}. */
    List<PartitionSlice> slices(Parts identity, TimeRange range) {
        SortBounds bounds = bounds(identity, range);
        List<PartitionSlice> slices = new ArrayList<>();
        for (String partition : pair.partitions(identity, range.from())) {
            slices.add(new PartitionSlice(slices.size(), partition, bounds));
        }
        return slices;
    }

    private SortBounds bounds(Parts identity, TimeRange range) {
        Template sort = pair.sort();
        if (sort == null) {
            return SortBounds.all();
        }
        Instant first = range.from();
        Instant last =
                exact ? range.to().minusNanos(tick.nanos()) : floor(range.to().minusSeconds(1));
        if (pair.sortType() == SortType.NUMBER) {
            return SortBounds.between(pair.epoch(first), pair.epoch(last));
        }
        int at = sort.clockAt();
        if (at < 0) {
            return wholeBucket(sort);
        }
        String prefix = sort.writeBefore(at, identity);
        ClockFormat format = ((TemplatePart.Clock) sort.parts().get(at)).format();
        if (format.isUlid() && first.isBefore(Instant.EPOCH)) {
            if (last.isBefore(Instant.EPOCH)) {
                // Bounds that match no key: no key contains the last code point.
                return SortBounds.between(prefix + PartEncoding.CEILING, prefix + PartEncoding.CEILING);
            }
            first = Instant.EPOCH;
        }
        var atLeast = new StringBuilder(prefix);
        format.append(atLeast, first);
        var atMost = new StringBuilder(prefix);
        format.append(atMost, last);
        return SortBounds.between(atLeast.toString(), atMost + afterClock(sort, at));
    }

    /** Returns the suffix that, after a clock, sorts after every key that begins with that clock. */
    private static String afterClock(Template sort, int clockAt) {
        int behind = sort.parts().size() - clockAt - 1;
        if (behind == 0) {
            return "";
        }
        String literal = sort.parts().get(clockAt + 1) instanceof TemplatePart.Literal next ? next.text() : "";
        return behind == 1 && !literal.isEmpty() ? literal : literal + PartEncoding.CEILING;
    }

    /** Returns the bounds of a sort key without a clock: its literal prefix. */
    private static SortBounds wholeBucket(Template sort) {
        if (sort.parts().get(0) instanceof TemplatePart.Literal literal) {
            return sort.parts().size() == 1
                    ? SortBounds.between(literal.text(), literal.text())
                    : SortBounds.prefix(literal.text());
        }
        return SortBounds.all();
    }

    /** Returns the names of the identity parts: those in the partition and those before the clock. */
    Set<String> identity() {
        Set<String> names = new LinkedHashSet<>();
        pair.partition().free().forEach(part -> names.add(part.name()));
        @Nullable Template sort = pair.sort();
        if (sort != null && sort.clockAt() >= 0) {
            for (TemplatePart part : sort.parts().subList(0, sort.clockAt())) {
                if (part instanceof TemplatePart.Free free) {
                    names.add(free.name());
                }
            }
        }
        return names;
    }

    private static long start(List<ClockFormat> formats, long second) {
        long start = ClockDomain.FIRST_SECOND;
        for (ClockFormat format : formats) {
            start = Math.max(start, format.floor(second));
        }
        return start;
    }

    private static long end(List<ClockFormat> formats, long second) {
        long end = ClockDomain.END_SECOND;
        for (ClockFormat format : formats) {
            end = Math.min(end, format.next(second));
        }
        return end;
    }
}
