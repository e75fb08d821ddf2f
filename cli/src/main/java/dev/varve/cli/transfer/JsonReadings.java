package dev.varve.cli.transfer;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.varve.server.api.fleet.ReadingJson;
import java.io.IOException;
import java.io.Writer;
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
    public void write(String device, ReadingJson reading) throws IOException {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("deviceId", device);
        line.put("at", reading.at().toString());
        line.put("fields", reading.fields());
        if (reading.texts() != null) {
            line.put("texts", reading.texts());
        }
        out.write(JSON.writeValueAsString(line));
        out.write('\n');
    }

    @Override
    public void finish() throws IOException {
        out.flush();
    }

    @Override
    public void close() {}
}
