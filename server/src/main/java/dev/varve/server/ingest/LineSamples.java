package dev.varve.server.ingest;

import dev.varve.error.Rejected;
import dev.varve.server.line.Line;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns points of line protocol into samples; {@link SeriesName} finds the series of a point. Text fields are texts of the
 * reading. A point that has only empty texts contains nothing to store and is skipped: senders mix such points with others.
 */
final class LineSamples {

    private final Precision precision;
    private final Instant received;

    /** @param received the clock of points without a timestamp */
    LineSamples(Precision precision, Instant received) {
        this.precision = precision;
        this.received = received;
    }

    /** Returns the entry of a line, or null if it has nothing to store. */
    @Nullable
    Entry entry(Line line) {
        if (line instanceof Line.Point point) {
            return isEmpty(point) ? null : sample(point);
        }
        return new Entry.Bad(line.number(), "line.syntax", ((Line.Bad) line).reason());
    }

    /** Returns the clock of a point; fails with a {@link DateTimeException} if it is out of range. */
    Instant instant(@Nullable Long timestamp) {
        return timestamp == null ? received : precision.instant(timestamp);
    }

    private static boolean isEmpty(Line.Point point) {
        return point.fields().isEmpty() && point.texts().values().stream().allMatch(String::isEmpty);
    }

    private Entry sample(Line.Point point) {
        Instant at;
        try {
            at = instant(point.timestamp());
        } catch (DateTimeException e) {
            return new Entry.Bad(
                    point.number(),
                    "line.timestamp",
                    "the timestamp %s is outside the supported range: is the precision right?"
                            .formatted(point.timestamp()));
        }
        SeriesName series = SeriesName.of(point.measurement(), point.tags());
        Optional<Rejected> unfit = DeviceIds.problem(series.device());
        return unfit.isPresent()
                ? Entry.Bad.of(point.number(), unfit.get())
                : SampleRules.checked(new Entry.Sample(
                        point.number(), series.id(), at, point.fields(), series.otherTags(), point.texts()));
    }
}
