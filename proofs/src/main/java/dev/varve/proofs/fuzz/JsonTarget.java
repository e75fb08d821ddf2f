package dev.varve.proofs.fuzz;

import dev.varve.server.ingest.Entry;
import dev.varve.server.ingest.JsonSamples;
import dev.varve.testkit.random.Draw;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Fuzzes readings in JSON, as one document or one per line. */
record JsonTarget(Format format) implements FuzzTarget {

    enum Format {
        JSON,
        NDJSON
    }

    @Override
    public String name() {
        return format == Format.JSON ? "json" : "ndjson";
    }

    @Override
    public Trial<?> draw(Draw draw) {
        return format == Format.JSON ? document(draw) : lines(draw);
    }

    private static Trial<?> document(Draw draw) {
        List<Object> readings = new ArrayList<>();
        List<Entry> meaning = new ArrayList<>();
        int count = draw.between(1, 4);
        for (int line = 1; line <= count; line++) {
            add(draw, line, readings, meaning);
        }
        var writer = new JsonWriter(draw);
        String text = writer.of(count == 1 && draw.chance(50) ? readings.get(0) : readings);
        return new Trial<>(text, body -> JsonSamples.read(body, SampleDraw.RECEIVED), meaning);
    }

    private static Trial<?> lines(Draw draw) {
        var body = new StringBuilder();
        List<Object> readings = new ArrayList<>();
        List<Entry> meaning = new ArrayList<>();
        var writer = new JsonWriter(draw);
        int count = draw.between(1, 5);
        int spoiled = draw.chance(30) ? draw.between(1, count) : 0;
        for (int line = 1; line <= count; line++) {
            add(draw, line, readings, meaning);
            String written = writer.of(readings.get(line - 1));
            body.append(
                            line == spoiled
                                    ? new Spoil(draw).of(written, "{\"a\":1}").replaceAll("[\r\n]", "")
                                    : written)
                    .append(draw.oneOf("\n", "\r\n"));
        }
        return new Trial<>(
                body.toString(),
                text -> SampleDraw.without(spoiled, JsonSamples.readLines(text, SampleDraw.RECEIVED)),
                SampleDraw.without(spoiled, meaning));
    }

    private static void add(Draw draw, int line, List<Object> readings, List<Entry> meaning) {
        var samples = new SampleDraw(draw);
        var words = new FuzzWords(draw);
        String device = words.id();
        Instant at = draw.chance(80) ? samples.at() : SampleDraw.RECEIVED;
        Map<String, Double> fields = samples.fields(samples.names(1, 4));
        Map<String, String> labels = new LinkedHashMap<>();
        samples.names(0, 2).forEach(name -> labels.put(name, words.name()));
        Map<String, String> texts = new LinkedHashMap<>();
        samples.names(0, 2).stream()
                .filter(name -> !fields.containsKey(name))
                .forEach(name -> texts.put(name, words.name()));
        Map<String, Object> reading = new LinkedHashMap<>();
        reading.put("deviceId", device);
        if (!at.equals(SampleDraw.RECEIVED)) {
            reading.put(draw.oneOf("at", "timestamp"), time(draw, at));
        } else if (draw.chance(30)) {
            reading.put("at", Optional.empty());
        }
        put(draw, reading, "fields", fields);
        put(draw, reading, draw.oneOf("texts", "fields"), texts);
        reading.put("labels", labels);
        readings.add(reading);
        meaning.add(new Entry.Sample(line, device, at, fields, labels, texts));
    }

    private static Object time(Draw draw, Instant at) {
        return draw.chance(30) ? (Object) at.toEpochMilli() : TimeTarget.written(at, draw);
    }

    private static void put(Draw draw, Map<String, Object> reading, String name, Map<String, ?> values) {
        if (draw.chance(50)) {
            Map<String, Object> all = new LinkedHashMap<>(values);
            if (reading.get(name) instanceof Map<?, ?> before) {
                before.forEach((key, value) -> all.put(String.valueOf(key), value));
            }
            reading.put(name, all);
        } else {
            reading.putAll(values);
        }
    }
}
