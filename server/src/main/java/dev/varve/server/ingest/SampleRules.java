package dev.varve.server.ingest;

import dev.varve.error.Rejected;
import dev.varve.item.internal.Utf8;
import dev.varve.server.http.limit.TooLarge;
import dev.varve.server.line.LineReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The limits of samples, for all formats. */
final class SampleRules {

    /** The largest number of labels, and of texts, in one sample. */
    static final int MAX_LABELS = 32;

    /** The largest number of characters of a label or text. */
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

    /**
     * Checks a sample that names its series by id. The tags of the series are labels too, so that a series that was exported
     * is registered as before.
     */
    static Entry checkedById(Entry.Sample sample) {
        SeriesName series = SeriesName.parse(sample.deviceId());
        if (series.isPlain()) {
            return checked(sample);
        }
        Optional<Rejected> unfit = DeviceIds.problem(series.device());
        if (unfit.isPresent()) {
            return Entry.Bad.of(sample.line(), unfit.get());
        }
        Map<String, String> labels = new TreeMap<>(sample.labels());
        labels.putAll(series.otherTags());
        return checked(new Entry.Sample(
                sample.line(), sample.deviceId(), sample.at(), sample.fields(), labels, sample.texts()));
    }

    /**
     * Checks a sample whose labels and texts are not limited yet. Labels and texts that are too many or have a name that is
     * too long are left out; values that are too long are cut.
     */
    static Entry checked(Entry.Sample sample) {
        int line = sample.line();
        String device = sample.deviceId();
        Map<String, Double> fields = sample.fields();
        Optional<Rejected> unfit = DeviceIds.problem(device);
        if (unfit.isPresent()) {
            return Entry.Bad.of(line, unfit.get());
        }
        Map<String, String> texts = limited(sample.texts());
        if (fields.isEmpty() && texts.isEmpty()) {
            return new Entry.Bad(line, "reading.no-value", "the reading has no value: give at least one field");
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
        return new Entry.Sample(line, device, sample.at(), fields, labels(sample.labels()), texts);
    }

    /** Returns the labels without those that only entries of older versions have. */
    private static Map<String, String> labels(Map<String, String> labels) {
        if (!labels.containsKey(SeriesName.MEASUREMENT_LABEL) && !labels.containsKey(SeriesName.SERIES_LABEL)) {
            return limited(labels);
        }
        Map<String, String> others = new TreeMap<>(labels);
        others.remove(SeriesName.MEASUREMENT_LABEL);
        others.remove(SeriesName.SERIES_LABEL);
        return limited(others);
    }

    private static Map<String, String> limited(Map<String, String> texts) {
        if (texts.isEmpty()) {
            return texts;
        }
        Map<String, String> kept = new TreeMap<>();
        new TreeMap<>(texts).forEach((name, value) -> {
            if (kept.size() < MAX_LABELS && !value.isEmpty() && name.length() <= MAX_NAME) {
                kept.put(name, Utf8.cut(value, MAX_LABEL));
            }
        });
        return kept;
    }
}
