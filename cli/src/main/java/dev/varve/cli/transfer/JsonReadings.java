package dev.varve.cli.transfer;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Readings as one JSON object per line. */
final class JsonReadings implements ReadingWriter {

    private static final JsonMapper JSON = new JsonMapper();

    private final Writer out;

    JsonReadings(Writer out) {
        this.out = out;
    }

    @Override
    public void write(String device, Instant at, Map<String, Double> fields) throws IOException {
        Map<String, Object> reading = new LinkedHashMap<>();
        reading.put("deviceId", device);
        reading.put("at", at.toString());
        reading.put("fields", fields);
        out.write(JSON.writeValueAsString(reading));
        out.write('\n');
    }

    @Override
    public void finish() throws IOException {
        out.flush();
    }

    @Override
    public void close() {}
}
