package dev.varve.server.ingest;

import dev.varve.core.item.Utf8;
import dev.varve.server.http.TooLarge;
import dev.varve.server.line.LineReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What all samples must keep to, in whatever form they come. */
final class Samples {

    /** The id is part of sort keys, which have 1,024 bytes at most, of indexes and of what is found unusual too. */
    static final int MAX_ID_BYTES = 900;

    static final int MAX_ID = 512;

    static final int MAX_LABELS = 32;
    static final int MAX_LABEL = 256;
    static final int MAX_NAME = LineReader.MAX_NAME;

    /** As many as are written at a time; each takes some hundred bytes, however short its line. */
    static final int MAX_ENTRIES = 100_000;

    private Samples() {}

    /** Refuses a body that holds more than is taken at a time. */
    static void add(List<Entry> entries, Entry entry) {
        if (entries.size() == MAX_ENTRIES) {
            throw new TooLarge("the body holds more than %s readings: send it in parts".formatted(MAX_ENTRIES));
        }
        entries.add(entry);
    }

    static Entry checked(int line, String device, Instant at, Map<String, Double> fields, Map<String, String> labels) {
        if (device.isBlank()) {
            return new Entry.Bad(line, "reading.no-device", "there is no device: give deviceId");
        }
        if (device.length() > MAX_ID || isTooLong(device)) {
            return new Entry.Bad(
                    line,
                    "reading.device-too-long",
                    "the device's id %s… has more than the %s characters or %s bytes that are allowed"
                            .formatted(Utf8.cut(device, 32), MAX_ID, MAX_ID_BYTES));
        }
        if (fields.isEmpty()) {
            return new Entry.Bad(line, "reading.no-number", "there is no number to store: give at least one field");
        }
        for (String field : fields.keySet()) {
            if (field.length() > MAX_NAME) {
                return new Entry.Bad(
                        line,
                        "reading.field-too-long",
                        "the name of field %s… has %s characters; %s are allowed"
                                .formatted(Utf8.cut(field, 32), field.length(), MAX_NAME));
            }
        }
        Map<String, String> kept = new TreeMap<>();
        labels.forEach((label, value) -> {
            if (kept.size() < MAX_LABELS && !value.isEmpty() && label.length() <= MAX_NAME) {
                kept.put(label, Utf8.cut(value, MAX_LABEL));
            }
        });
        return new Entry.Sample(line, device, at, fields, kept);
    }

    /** Encodes only ids that may be too long: a character takes three bytes at most. */
    private static boolean isTooLong(String id) {
        return id.length() > MAX_ID_BYTES / 3 && bytes(id) > MAX_ID_BYTES;
    }

    /** Returns how many bytes of a key a text takes; what separates parts is written as three. */
    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length
                + 2 * text.chars().filter(c -> c == '#' || c == '%').count();
    }
}
