package dev.varve.cli.demo;

import dev.varve.key.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * The order in which history is written: the newest day first, and each day from its beginning, in pieces that end at full
 * hours, so that the rows of an hour are computed once.
 */
record Schedule(Duration reach, Duration piece) {

    /** Returns the next piece. */
    Optional<TimeRange> next(FilledRanges filled, Instant end) {
        List<TimeRange> missing = filled.missing(all(end));
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        TimeRange newest = missing.get(missing.size() - 1);
        Instant day = newest.to().minusNanos(1).truncatedTo(ChronoUnit.DAYS);
        return Optional.of(piece(day.isAfter(newest.from()) ? TimeRange.of(day, newest.to()) : newest));
    }

    /** Returns the next piece of a time that must be written in order: the oldest first. */
    Optional<TimeRange> nextInOrder(FilledRanges filled, TimeRange range) {
        return filled.missing(range).stream().findFirst().map(this::piece);
    }

    private TimeRange piece(TimeRange range) {
        long length = piece.toSeconds();
        Instant end = Instant.ofEpochSecond((Math.floorDiv(range.from().getEpochSecond(), length) + 1) * length);
        return end.isBefore(range.to()) ? TimeRange.of(range.from(), end) : range;
    }

    /** Returns the whole range of history before an instant. */
    TimeRange all(Instant end) {
        return TimeRange.of(end.minus(reach).truncatedTo(ChronoUnit.SECONDS), end);
    }

    /** Returns how much is missing. */
    Duration missing(FilledRanges filled, Instant end) {
        return filled.missing(all(end)).stream()
                .map(range -> Duration.between(range.from(), range.to()))
                .reduce(Duration.ZERO, Duration::plus);
    }
}
