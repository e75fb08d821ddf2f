package dev.varve.server.fleet;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.varve.iot.DynamicReading;
import dev.varve.key.Tick;
import dev.varve.server.http.answer.Csv;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.answer.Streamed;
import dev.varve.server.http.answer.TabularAnswer;
import dev.varve.server.ingest.CsvSamples;
import dev.varve.server.ingest.SeriesName;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Readings as CSV, with a column for each field, and then one for each text. The series comes before them if there are
 * several.
 */
final class ReadingTable {

    private static final String CLOCK = "at";
    private static final String FIELDS = "fields.";
    private static final String SERIES = "series";

    /** About the length of a row of three fields. */
    private static final int ROW_CHARACTERS = 48;

    private ReadingTable() {}

    /** What a column holds. */
    enum Kind {
        NUMBER,
        TEXT,
        /** The number of a reading, or its text if it has no such number. */
        ANY
    }

    record Column(String name, Kind kind) {

        /** Returns the title; a field whose name has another meaning in CSV gets a longer one. */
        String title() {
            return kind == Kind.TEXT
                    ? CsvSamples.TEXTS + name
                    : name.equals(CLOCK) || name.equals(SERIES) || name.startsWith(CsvSamples.TEXTS)
                            ? FIELDS + name
                            : name;
        }

        @Nullable
        Object value(DynamicReading reading) {
            Object number = kind == Kind.TEXT ? null : reading.fields().get(name);
            return number != null || kind == Kind.NUMBER
                    ? number
                    : reading.texts().get(name);
        }
    }

    /** Returns all columns of these readings. */
    static List<Column> columns(Stream<DynamicReading> readings) {
        Set<String> fields = new TreeSet<>();
        Set<String> texts = new TreeSet<>();
        readings.forEach(reading -> {
            fields.addAll(reading.fields().keySet());
            texts.addAll(reading.texts().keySet());
        });
        return Stream.concat(
                        fields.stream().map(field -> new Column(field, Kind.NUMBER)),
                        texts.stream().map(text -> new Column(text, Kind.TEXT)))
                .toList();
    }

    /** Returns the columns that a caller wants, without knowing whether they are numbers or texts. */
    static List<Column> columns(List<String> wanted) {
        return wanted.stream().map(name -> new Column(name, Kind.ANY)).toList();
    }

    /** What the rows of a table begin with. */
    enum Leading {
        CLOCK,
        CLOCK_AND_SERIES;

        /** Returns the columns before those of the readings of these series. */
        static Leading of(List<SeriesName> series) {
            return series.size() == 1 ? CLOCK : CLOCK_AND_SERIES;
        }
    }

    static TabularAnswer.Rows rows(List<DynamicReading> readings, List<Column> columns, Leading leading) {
        List<Map<String, ?>> rows = new ArrayList<>();
        for (DynamicReading reading : readings) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put(CLOCK, reading.at());
            if (leading == Leading.CLOCK_AND_SERIES) {
                row.put(SERIES, reading.deviceId());
            }
            for (Column column : columns) {
                Object value = column.value(reading);
                if (value != null) {
                    row.put(column.title(), value);
                }
            }
            rows.add(row);
        }
        return new TabularAnswer.Rows(titles(columns, leading), rows);
    }

    private static List<String> titles(List<Column> columns, Leading leading) {
        return Stream.concat(
                        leading == Leading.CLOCK ? Stream.of(CLOCK) : Stream.of(CLOCK, SERIES),
                        columns.stream().map(Column::title))
                .toList();
    }

    /** Writes all readings, in constant memory. */
    static Streamed streamed(MergedReadings all, List<Column> columns, Leading leading) {
        return new Streamed(Csv.TYPE, out -> {
            try (Stream<DynamicReading> readings = all.stream()) {
                write(readings.iterator(), columns, leading, out);
            }
        });
    }

    /** Returns the answer with these readings. */
    static Reply reply(List<DynamicReading> readings, List<Column> columns, Leading leading) {
        var text = new StringWriter(readings.size() * ROW_CHARACTERS);
        try {
            write(readings.iterator(), columns, leading, text);
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory cannot be written to", e);
        }
        return Reply.of(200, Csv.TYPE, text.toString());
    }

    private static void write(Iterator<DynamicReading> readings, List<Column> columns, Leading leading, Writer out)
            throws IOException {
        // Flushed but not closed: the caller closes the answer.
        CsvWriter csv = CsvWriter.builder().build(out);
        csv.writeRecord(Csv.header(titles(columns, leading)));
        List<String> cells = new ArrayList<>(columns.size() + 2);
        while (readings.hasNext()) {
            DynamicReading reading = readings.next();
            cells.clear();
            cells.add(clock(reading.at()));
            if (leading == Leading.CLOCK_AND_SERIES) {
                cells.add(Csv.cell(reading.deviceId()));
            }
            for (Column column : columns) {
                cells.add(Csv.cell(column.value(reading)));
            }
            csv.writeRecord(cells);
        }
        csv.flush();
    }

    /** Returns what {@link Instant#toString} returns, without the formatter that it needs for each clock. */
    static String clock(Instant at) {
        if (Tick.SECONDS.floor(at).equals(at)) {
            return Tick.SECONDS.text(at);
        }
        return Tick.MILLIS.floor(at).equals(at) ? Tick.MILLIS.text(at) : at.toString();
    }
}
