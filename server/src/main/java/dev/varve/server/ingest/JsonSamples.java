package dev.varve.server.ingest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.varve.error.Rejected;
import dev.varve.server.http.route.TimeText;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Readings as JSON: one object, or an array of them, {@code {"deviceId": "sensor_01", "at": "2026-04-20T14:00:00Z",
 * "temperature": 22.4, "state": "heating"}}. Numbers and texts may also be in an object {@code fields}, and texts in
 * {@code texts}. Without {@code at}, the clock is the time of arrival.
 */
public final class JsonSamples {

    private static final int MAX_DEPTH = 8;
    private static final int MAX_STRING = 10_000;

    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(MAX_STRING)
                            .maxNameLength(MAX_STRING)
                            .build())
                    .build())
            .build();

    private static final ObjectReader ONE = JSON.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private JsonSamples() {}

    /** Reads a body that is one object or an array; a bad element is reported by its number. */
    public static List<Entry> read(String body, Instant received) {
        List<Entry> entries = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(body)) {
            JsonToken first = parser.nextToken();
            if (first == JsonToken.START_ARRAY) {
                int line = 0;
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    line++;
                    SampleRules.add(entries, sample(line, parser.<JsonNode>readValueAsTree(), received));
                }
            } else if (first == JsonToken.START_OBJECT) {
                entries.add(sample(1, parser.readValueAsTree(), received));
            } else {
                entries.add(new Entry.Bad(1, "json.shape", "the body must be an object or an array of objects"));
                return entries;
            }
            if (parser.nextToken() != null) {
                entries.add(new Entry.Bad(
                        entries.size() + 1,
                        "json.shape",
                        "the body continues after the first value; for one object per line send application/x-ndjson"));
            }
        } catch (IOException e) {
            entries.add(syntax(entries.size() + 1, e));
        }
        return entries;
    }

    /** Reads a body with one object per line; a bad line does not affect the next. */
    public static List<Entry> readLines(String body, Instant received) {
        List<Entry> entries = new ArrayList<>();
        int line = 0;
        for (String text : (Iterable<String>) body.lines()::iterator) {
            line++;
            if (text.isBlank()) {
                continue;
            }
            try {
                SampleRules.add(entries, sample(line, ONE.readTree(text), received));
            } catch (IOException e) {
                SampleRules.add(entries, syntax(line, e));
            }
        }
        return entries;
    }

    private static Entry syntax(int line, IOException e) {
        String what = e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
        return new Entry.Bad(line, "json.syntax", "this is not JSON: " + what);
    }

    private static Entry sample(int line, JsonNode node, Instant received) {
        if (!node.isObject()) {
            return new Entry.Bad(line, "json.shape", "a reading must be an object with deviceId and numbers");
        }
        var sample = new Collected();
        try {
            collect(node, sample);
            JsonNode at = node.hasNonNull("at") ? node.path("at") : node.path("timestamp");
            Instant clock = at.isMissingNode() || at.isNull() ? received : TimeText.parse(at.asText(), received);
            return SampleRules.checkedById(new Entry.Sample(
                    line, node.path("deviceId").asText(""), clock, sample.fields, sample.labels, sample.texts));
        } catch (Rejected refused) {
            return Entry.Bad.of(line, refused);
        }
    }

    private static final class Collected {
        private final Map<String, Double> fields = new LinkedHashMap<>();
        private final Map<String, String> labels = new LinkedHashMap<>();
        private final Map<String, String> texts = new LinkedHashMap<>();
    }

    private static void collect(JsonNode node, Collected sample) {
        each(node, (name, value) -> {
            switch (name) {
                case "deviceId", "at", "timestamp" -> {}
                case "fields" -> each(value, (field, each) -> value(field, each, sample));
                case "labels" -> each(value, (label, text) -> sample.labels.put(label, text.asText()));
                case "texts" -> each(value, (text, each) -> text(text, each, sample));
                case "location" -> {
                    if (value.isTextual()) {
                        sample.labels.put(name, value.asText());
                    } else {
                        value(name, value, sample);
                    }
                }
                default -> value(name, value, sample);
            }
        });
    }

    private static void text(String name, JsonNode value, Collected sample) {
        if (value.isTextual()) {
            sample.texts.put(name, value.asText());
        } else if (!value.isNull()) {
            throw new Rejected("reading.no-text", "%s is %s; it must be a text".formatted(name, shown(value)));
        }
    }

    private static void value(String field, JsonNode value, Collected sample) {
        if (value.isNull()) {
            return;
        }
        if (value.isTextual()) {
            sample.texts.put(field, value.asText());
            return;
        }
        if (!value.isNumber() && !value.isBoolean()) {
            throw new Rejected(
                    "reading.no-number", "%s is %s; a field must be a number or a text".formatted(field, shown(value)));
        }
        double number =
                value.isBoolean() ? (value.booleanValue() ? 1 : 0) : StorableNumber.checked(field, value.asText());
        sample.fields.put(field, number);
    }

    private static String shown(JsonNode value) {
        String text = value.toString();
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }

    private interface EachField {
        void accept(String name, JsonNode value);
    }

    private static void each(JsonNode node, EachField each) {
        node.properties().forEach(entry -> each.accept(entry.getKey(), entry.getValue()));
    }
}
