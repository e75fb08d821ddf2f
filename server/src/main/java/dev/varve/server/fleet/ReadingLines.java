package dev.varve.server.fleet;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.varve.core.series.History;
import dev.varve.iot.DynamicReading;
import dev.varve.server.http.Csv;
import dev.varve.server.http.Rows;
import dev.varve.server.http.Streamed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Readings as a table with a column for each field. */
final class ReadingLines {

    private static final String CLOCK = "at";

    private ReadingLines() {}

    static Rows rows(Object json, List<DynamicReading> readings, Collection<String> fields) {
        List<Map<String, ?>> rows = new ArrayList<>();
        for (DynamicReading reading : readings) {
            Map<String, Object> row = new LinkedHashMap<>(reading.fields());
            row.put(CLOCK, reading.at());
            rows.add(row);
        }
        return new Rows(json, Stream.concat(Stream.of(CLOCK), fields.stream()).toList(), rows);
    }

    /** Writes all readings there are, however many. */
    static Streamed streamed(History<DynamicReading> history, Collection<String> fields) {
        return new Streamed(Csv.TYPE, out -> {
            // Flushed and not closed: the answer is closed by whoever began it.
            CsvWriter csv = CsvWriter.builder().build(out);
            try (Stream<DynamicReading> readings = history.stream()) {
                csv.writeRecord(Csv.header(
                        Stream.concat(Stream.of(CLOCK), fields.stream()).toList()));
                Iterator<DynamicReading> each = readings.iterator();
                while (each.hasNext()) {
                    DynamicReading reading = each.next();
                    csv.writeRecord(Stream.concat(
                                    Stream.of(reading.at().toString()),
                                    fields.stream()
                                            .map(field ->
                                                    Csv.cell(reading.fields().get(field))))
                            .toList());
                }
            }
            csv.flush();
        });
    }
}
