package dev.varve.server.ingest;

import dev.varve.error.Rejected;
import dev.varve.item.internal.Utf8;
import dev.varve.server.http.limit.TooLarge;
import dev.varve.server.line.LineReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The limits of samples, for all formats. */
final class SampleRules {

    static final int MAX_LABELS = 32;
    static final int MAX_LABEL = 256;
    static final int MAX_NAME = LineReader.MAX_NAME;

    /** The largest number of readings in one body; each takes some hundred bytes of memory, however short its line is. */
    static final int MAX_ENTRIES = 100_000;

    private SampleRules() {}

    /** Refuses a body with too many readings. */
    static void add(List<Entry> entries, Entry entry) {
        requireRoom(entries.size());
        entries.add(entry);
    }

    /** Refuses a body that has this many readings and a further one. */
    static void requireRoom(int readings) {
        if (readings >= MAX_ENTRIES) {
            throw new TooLarge("the body has more than %s readings: send it in parts".formatted(MAX_ENTRIES));
        }
    }

    static Entry checked(int line, String device, Instant at, Map<String, Double> fields, Map<String, String> labels) {
        Optional<Rejected> unfit = DeviceIds.problem(device);
        if (unfit.isPresent()) {
            return Entry.Bad.of(line, unfit.get());
        }
        if (fields.isEmpty()) {
            return new Entry.Bad(line, "reading.no-number", "the reading has no number: give at least one field");
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
}
