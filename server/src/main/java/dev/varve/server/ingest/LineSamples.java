package dev.varve.server.ingest;

import dev.varve.server.line.Line;
import dev.varve.server.line.LineReader;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Points of line protocol as samples. A point with a tag {@code device} or {@code deviceId} is of that device; any other is
 * of the device that measurement and tags name together: {@code cpu,host=web1}. A point of texts alone has nothing to
 * store, and is passed over: senders put such points among others, and mean no harm.
 */
public final class LineSamples implements Iterator<Entry> {

    private static final List<String> DEVICE_TAGS = List.of("device", "deviceId", "device_id");

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
            throw new NoSuchElementException("the body is read to its end");
        }
        Entry entry = next;
        next = null;
        return entry;
    }

    private @Nullable Entry entry(Line line) {
        if (line instanceof Line.Point point) {
            return point.fields().isEmpty() ? null : sample(point);
        }
        return new Entry.Bad(line.number(), "line.syntax", ((Line.Bad) line).reason());
    }

    private Entry sample(Line.Point point) {
        Instant at;
        try {
            at = point.timestamp() == null ? received : precision.instant(point.timestamp());
        } catch (DateTimeException e) {
            return new Entry.Bad(
                    point.number(),
                    "line.timestamp",
                    "the timestamp %s is no time that can be kept: is the precision right?"
                            .formatted(point.timestamp()));
        }
        Map<String, String> labels = new LinkedHashMap<>(point.tags());
        for (String tag : DEVICE_TAGS) {
            String device = labels.remove(tag);
            if (device != null) {
                labels.put("measurement", point.measurement());
                return checked(point, device, at, labels);
            }
        }
        var device = new StringBuilder(point.measurement());
        point.tags()
                .forEach((tag, value) ->
                        device.append(',').append(tag).append('=').append(value));
        return checked(point, device.toString(), at, labels);
    }

    private static Entry checked(Line.Point point, String device, Instant at, Map<String, String> labels) {
        point.texts().forEach((field, text) -> labels.putIfAbsent(field, text));
        return Samples.checked(point.number(), device, at, point.fields(), labels);
    }
}
