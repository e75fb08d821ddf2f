package dev.varve.cli.demo;

import dev.varve.key.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The ranges of time that are already written, sorted and not adjacent. */
record FilledRanges(List<TimeRange> ranges) {

    static final FilledRanges NOTHING = new FilledRanges(List.of());

    FilledRanges {
        ranges = List.copyOf(ranges);
    }

    FilledRanges with(TimeRange more) {
        List<TimeRange> all = new ArrayList<>(ranges);
        all.add(more);
        all.sort(Comparator.comparing(TimeRange::from));
        List<TimeRange> joined = new ArrayList<>();
        for (TimeRange next : all) {
            TimeRange last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (last == null || next.from().isAfter(last.to())) {
                joined.add(next);
            } else if (next.to().isAfter(last.to())) {
                joined.set(joined.size() - 1, TimeRange.of(last.from(), next.to()));
            }
        }
        return new FilledRanges(joined);
    }

    /** Returns the missing parts of a range, sorted. */
    List<TimeRange> missing(TimeRange within) {
        List<TimeRange> missing = new ArrayList<>();
        Instant from = within.from();
        for (TimeRange done : ranges) {
            if (done.from().isAfter(from) && from.isBefore(within.to())) {
                missing.add(TimeRange.of(from, done.from().isBefore(within.to()) ? done.from() : within.to()));
            }
            from = done.to().isAfter(from) ? done.to() : from;
        }
        if (from.isBefore(within.to())) {
            missing.add(TimeRange.of(from, within.to()));
        }
        return missing;
    }

    /** Returns the ranges as {@link #parse} reads them. */
    String text() {
        return ranges.stream().map(range -> range.from() + "/" + range.to()).collect(Collectors.joining(" "));
    }

    static FilledRanges parse(String text) {
        return new FilledRanges(Stream.of(text.split(" "))
                .filter(word -> !word.isEmpty())
                .map(word -> word.split("/"))
                .map(ends -> TimeRange.of(Instant.parse(ends[0]), Instant.parse(ends[1])))
                .toList());
    }
}
