package dev.varve.cli.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ApiFailure;
import dev.varve.cli.client.ExistenceCheck;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes the readings of devices to a file, page by page. */
public final class Exporter {

    /** As many as a server gives at once. */
    private static final int PAGE = 10_000;

    /**
     * What is wanted.
     *
     * @param fields only these; all where there are none
     * @param from the begin of the range, as the API takes it
     */
    public record Options(Format format, List<String> fields, String from, String to) {
        public Options {
            fields = List.copyOf(fields);
        }
    }

    /** Is told after each page. */
    public interface Listener {
        void written(int devices, long readings);
    }

    private final ApiClient client;
    private final Options options;
    private final List<String> empty = new ArrayList<>();

    public Exporter(ApiClient client, Options options) {
        this.client = client;
        this.options = options;
    }

    /** Returns the devices that had no reading in the range; some of them may not exist. */
    public List<String> empty() {
        return List.copyOf(empty);
    }

    /** Returns how many readings were written. */
    public long run(List<String> devices, Writer out, Listener listener) throws IOException {
        long readings = 0;
        int done = 0;
        Set<String> found = new TreeSet<>();
        try (ReadingWriter writer = ReadingWriter.of(options.format(), options.fields(), out)) {
            for (String device : devices) {
                String page = null;
                boolean isEmpty = true;
                do {
                    JsonNode answer = client.json(ApiCall.get("devices", device, "readings")
                            .with("from", options.from())
                            .with("to", options.to())
                            .with("limit", PAGE)
                            .with("page", page));
                    if (!answer.path("readings").isArray()) {
                        throw ApiFailure.unexpected("has no readings");
                    }
                    isEmpty &= answer.path("readings").isEmpty();
                    answer.path("readings")
                            .forEach(reading ->
                                    reading.path("fields").fieldNames().forEachRemaining(found::add));
                    readings += write(device, answer.path("readings"), writer);
                    listener.written(done, readings);
                    page = answer.path("next").isTextual() ? answer.path("next").asText() : null;
                } while (page != null);
                if (isEmpty) {
                    empty.add(device);
                }
                done++;
            }
            if (!found.isEmpty()) {
                ExistenceCheck.requireFields(options.fields(), found, "the devices have");
            }
            writer.finish();
        }
        return readings;
    }

    private long write(String device, JsonNode readings, ReadingWriter writer) throws IOException {
        long written = 0;
        for (JsonNode reading : readings) {
            Map<String, Double> fields = fields(reading.path("fields"), Set.copyOf(options.fields()));
            if (!fields.isEmpty()) {
                writer.write(device, Instant.parse(reading.path("at").asText()), fields);
                written++;
            }
        }
        return written;
    }

    private static Map<String, Double> fields(JsonNode values, Set<String> wanted) {
        Map<String, Double> fields = new TreeMap<>();
        values.properties().forEach(field -> {
            if (wanted.isEmpty() || wanted.contains(field.getKey())) {
                fields.put(field.getKey(), field.getValue().doubleValue());
            }
        });
        return fields;
    }
}
