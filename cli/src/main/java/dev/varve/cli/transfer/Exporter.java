package dev.varve.cli.transfer;

import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ExistenceCheck;
import dev.varve.server.api.fleet.ReadingJson;
import dev.varve.server.api.fleet.ReadingPage;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes the readings of devices to a file, page by page. */
public final class Exporter {

    /** The largest page that a server returns. */
    private static final int PAGE = 10_000;

    /**
     * The wanted readings.
     *
     * @param fields only these; all fields if empty
     * @param from the start of the range, in the syntax of the API
     */
    public record Options(Format format, List<String> fields, String from, String to) {
        public Options {
            fields = List.copyOf(fields);
        }
    }

    /** Called after each page. */
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

    /** Returns the devices without a reading in the range; some of them may not exist. */
    public List<String> empty() {
        return List.copyOf(empty);
    }

    /** Returns the number of written readings. */
    public long run(List<String> devices, Writer out, Listener listener) throws IOException {
        long readings = 0;
        int done = 0;
        Set<String> found = new TreeSet<>();
        try (ReadingWriter writer = ReadingWriter.of(options.format(), options.fields(), out)) {
            for (String device : devices) {
                String page = null;
                boolean isEmpty = true;
                do {
                    ReadingPage answer = client.ask(
                            ApiCall.get("devices", device, "readings")
                                    .with("from", options.from())
                                    .with("to", options.to())
                                    .with("limit", PAGE)
                                    .with("page", page),
                            ReadingPage.class);
                    isEmpty &= answer.readings().isEmpty();
                    answer.readings().forEach(reading -> {
                        found.addAll(reading.fields().keySet());
                        found.addAll(reading.allTexts().keySet());
                    });
                    readings += write(device, answer.readings(), writer);
                    listener.written(done, readings);
                    page = answer.next();
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

    private long write(String device, List<ReadingJson> readings, ReadingWriter writer) throws IOException {
        long written = 0;
        for (ReadingJson reading : readings) {
            Map<String, Double> fields = new TreeMap<>(reading.fields());
            Map<String, String> texts = new TreeMap<>(reading.allTexts());
            if (!options.fields().isEmpty()) {
                fields.keySet().retainAll(options.fields());
                texts.keySet().retainAll(options.fields());
            }
            if (!fields.isEmpty() || !texts.isEmpty()) {
                String series = reading.series();
                writer.write(
                        series == null ? device : series,
                        new ReadingJson(reading.at(), fields, ReadingJson.orAbsent(texts)));
                written++;
            }
        }
        return written;
    }
}
