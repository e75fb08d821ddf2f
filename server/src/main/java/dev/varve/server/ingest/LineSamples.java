package dev.varve.server.ingest;

import dev.varve.server.line.Line;
import dev.varve.server.line.LineReader;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Turns points of line protocol into samples; {@link PointDevice} finds the device of a point. Text fields are texts of the
 * reading. A point that has only empty texts contains nothing to store and is skipped: senders mix such points with others.
 */
public final class LineSamples implements Iterator<Entry> {

    private final LineReader lines;
    private final Precision precision;
    private final Instant received;
    private @Nullable Entry next;

    public LineSamples(String body, Precision precision, Instant received) {
        this.lines = new LineReader(body);
        this.precision = precision;
        this.received = received;
    }

    @Override
    public boolean hasNext() {
        while (next == null && lines.hasNext()) {
            next = entry(lines.next());
        }
        return next != null;
    }

    @Override
    public Entry next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException("the body has no more lines");
        }
        Entry entry = next;
        next = null;
        return entry;
    }

    private @Nullable Entry entry(Line line) {
        if (line instanceof Line.Point point) {
            return isEmpty(point) ? null : sample(point);
        }
        return new Entry.Bad(line.number(), "line.syntax", ((Line.Bad) line).reason());
    }

    private static boolean isEmpty(Line.Point point) {
        return point.fields().isEmpty() && point.texts().values().stream().allMatch(String::isEmpty);
    }

    private Entry sample(Line.Point point) {
        Instant at;
        try {
            at = point.timestamp() == null ? received : precision.instant(point.timestamp());
        } catch (DateTimeException e) {
            return new Entry.Bad(
                    point.number(),
                    "line.timestamp",
                    "the timestamp %s is outside the supported range: is the precision right?"
                            .formatted(point.timestamp()));
        }
        PointDevice device = PointDevice.of(point);
        return SampleRules.checked(
                new Entry.Sample(point.number(), device.id(), at, point.fields(), device.labels(), point.texts()));
    }
}
