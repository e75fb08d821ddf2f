package dev.varve.server.fleet;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.varve.iot.DynamicReading;
import dev.varve.series.History;
import dev.varve.server.http.answer.Csv;
import dev.varve.server.http.answer.Streamed;
import dev.varve.server.http.answer.TabularAnswer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Readings as CSV, with a column for each field. */
final class ReadingTable {

    private static final String CLOCK = "at";

    private ReadingTable() {}

    static TabularAnswer rows(Object json, List<DynamicReading> readings, Collection<String> fields) {
        List<Map<String, ?>> rows = new ArrayList<>();
        for (DynamicReading reading : readings) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put(CLOCK, reading.at());
            reading.fields().forEach((field, value) -> row.put(column(field), value));
            rows.add(row);
        }
        return new TabularAnswer(json, columns(fields), rows);
    }

    private static List<String> columns(Collection<String> fields) {
        return Stream.concat(Stream.of(CLOCK), fields.stream().map(ReadingTable::column))
                .toList();
    }

    /** Returns the column of a field; a field with the name of the clock gets another one. */
    private static String column(String field) {
        return field.equals(CLOCK) ? "fields." + CLOCK : field;
    }

    /** Writes all readings, in constant memory. */
    static Streamed streamed(History<DynamicReading> history, Collection<String> fields) {
        return new Streamed(Csv.TYPE, out -> {
            // Flushed but not closed: the caller closes the answer.
            CsvWriter csv = CsvWriter.builder().build(out);
            try (Stream<DynamicReading> readings = history.stream()) {
                csv.writeRecord(Csv.header(columns(fields)));
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
