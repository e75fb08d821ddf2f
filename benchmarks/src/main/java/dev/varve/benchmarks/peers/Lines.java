package dev.varve.benchmarks.peers;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Readings as line protocol, in bodies of the usual size of a request. */
final class Lines {

    static final String MEASUREMENT = "climate";

    private Lines() {}

    static List<byte[]> of(Readings readings, String measurement) {
        List<byte[]> bodies = new ArrayList<>();
        StringBuilder lines = new StringBuilder();
        for (int row = 0; row < readings.rows(); row++) {
            lines.append(measurement).append(",device=").append(Readings.id(readings.device(row)));
            char before = ' ';
            for (int i = 0; i < Field.COUNT; i++) {
                Field field = Field.at(i);
                lines.append(before).append(field.text()).append('=');
                field.append(lines, readings.mantissa(field, row));
                before = ',';
            }
            lines.append(' ').append(readings.millis(row)).append('\n');
            if ((row + 1) % Database.BATCH == 0 || row + 1 == readings.rows()) {
                bodies.add(lines.toString().getBytes(StandardCharsets.UTF_8));
                lines.setLength(0);
            }
        }
        return bodies;
    }
}
