package dev.varve.key.internal;

import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.TimeRange;
import dev.varve.key.ZoneHistory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A pair of templates with a clock, and the clocks it is for: {@code [since, until)}. */
final class LayoutEpoch {

    private final TemplatePair pair;
    private final Tick tick;
    private final ZoneHistory zones;
    private final Instant since;
    private final Instant until;
    private final List<ClockFormat> buckets;
    private final List<ClockFormat> forms;
    private final boolean exact;

    LayoutEpoch(TemplatePair pair, Placeholders vocabulary, Instant since, Instant until) {
        this.pair = pair;
        this.tick = vocabulary.tick();
        this.zones = vocabulary.zones();
        this.since = since;
        this.until = until;
        this.buckets = pair.partition().clocks().toList();
        this.forms = pair.clocks().toList();
        this.exact = forms.stream().anyMatch(ClockFormat::isExact);
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

    /** Returns whether keys hold the clock at its tick, and not only a bucket of it. */
    boolean isExact() {
        return exact;
    }

    /** Returns the forms that write the clock into the partition. */
    List<ClockFormat> buckets() {
        return buckets;
    }

    /** Returns the forms that write the clock, into the partition and into the sort key. */
    List<ClockFormat> forms() {
        return forms;
    }

    /** Returns the clock as a key holds it. */
    Instant floor(Instant clock) {
        return exact ? tick.floor(clock) : Instant.ofEpochSecond(start(forms, clock.getEpochSecond()));
    }

    /** Returns the first clock that a key can hold and that is not before the given one. */
    Instant ceil(Instant clock) {
        if (exact || !clock.isBefore(ClockDomain.END)) {
            return tick.ceil(clock);
        }
        return floor(clock).equals(clock) ? clock : Instant.ofEpochSecond(end(forms, clock.getEpochSecond()));
    }

    /** Returns the start of the partition's bucket that holds a clock, or of this epoch. */
    Instant bucketStart(Instant clock) {
        Instant start = Instant.ofEpochSecond(start(buckets, clock.getEpochSecond()));
        return start.isBefore(since) ? since : start;
    }

    /** Returns the end of the partition's bucket that holds a clock, or of this epoch. */
    Instant bucketEnd(Instant clock) {
        Instant end = Instant.ofEpochSecond(end(buckets, clock.getEpochSecond()));
        return end.isAfter(until) ? until : end;
    }

    /** Returns one slice for each shard of the bucket that {@code range} lies in. */
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
        ClockFormat form = ((TemplatePart.Clock) sort.parts().get(at)).form();
        if (form.isUlid() && first.isBefore(Instant.EPOCH)) {
            if (last.isBefore(Instant.EPOCH)) {
                // Nothing can be there, and no key holds the last character.
                return SortBounds.between(prefix + PartEncoding.CEILING, prefix + PartEncoding.CEILING);
            }
            first = Instant.EPOCH;
        }
        var atLeast = new StringBuilder(prefix);
        form.append(atLeast, first);
        var atMost = new StringBuilder(prefix);
        form.append(atMost, last);
        return SortBounds.between(atLeast.toString(), atMost + afterClock(sort, at));
    }

    /** Returns what to put behind a clock to be behind everything that begins with that clock. */
    private static String afterClock(Template sort, int clockAt) {
        int behind = sort.parts().size() - clockAt - 1;
        if (behind == 0) {
            return "";
        }
        String literal = sort.parts().get(clockAt + 1) instanceof TemplatePart.Literal next ? next.text() : "";
        return behind == 1 && !literal.isEmpty() ? literal : literal + PartEncoding.CEILING;
    }

    /** Returns the bounds of a sort key without a clock: its literal beginning. */
    private static SortBounds wholeBucket(Template sort) {
        if (sort.parts().get(0) instanceof TemplatePart.Literal literal) {
            return sort.parts().size() == 1
                    ? SortBounds.between(literal.text(), literal.text())
                    : SortBounds.prefix(literal.text());
        }
        return SortBounds.all();
    }

    /** Returns the names of the parts that address one series: those of the partition, and those before the clock. */
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

    private static long start(List<ClockFormat> forms, long second) {
        long start = ClockDomain.FIRST_SECOND;
        for (ClockFormat form : forms) {
            start = Math.max(start, form.floor(second));
        }
        return start;
    }

    private static long end(List<ClockFormat> forms, long second) {
        long end = ClockDomain.END_SECOND;
        for (ClockFormat form : forms) {
            end = Math.min(end, form.next(second));
        }
        return end;
    }
}
