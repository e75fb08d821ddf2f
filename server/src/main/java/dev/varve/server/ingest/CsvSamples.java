package dev.varve.server.ingest;

import dev.varve.error.Rejected;
import dev.varve.server.http.route.TimeText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Readings as CSV with a header: {@code deviceId,at,temperature,humidity}. Each further column is a field; an empty cell has
 * no value. A column {@code texts.state} is the text {@code state}. Without a column {@code at}, the clock is the time of
 * arrival.
 */
public final class CsvSamples {

    private static final int MAX_COLUMNS = 300;

    /** The names of columns with texts begin with this. */
    public static final String TEXTS = "texts.";

    private CsvSamples() {}

    public static List<Entry> read(String body, Instant received) {
        List<Entry> entries = new ArrayList<>();
        CsvRecords records = new CsvRecords(body);
        if (!records.hasNext()) {
            entries.add(new Entry.Bad(1, "csv.header", "the first line must name the columns: deviceId,at,…"));
            return entries;
        }
        CsvRecords.Row first = records.next();
        List<String> header;
        try {
            header = header(first);
        } catch (Rejected refused) {
            entries.add(Entry.Bad.of(first.line(), refused));
            return entries;
        }
        while (records.hasNext()) {
            SampleRules.add(entries, sample(header, records.next(), received));
        }
        return entries;
    }

    private static List<String> header(CsvRecords.Row record) {
        if (record.problem() != null) {
            throw new Rejected("csv.syntax", "the line is not CSV: " + record.problem());
        }
        List<String> names = record.fields().stream().map(String::strip).toList();
        if (!names.contains("deviceId") || new HashSet<>(names).size() != names.size() || names.size() > MAX_COLUMNS) {
            throw new Rejected(
                    "csv.header",
                    "the first line must name the columns, deviceId among them, each once and at most %s: deviceId,at,temperature"
                            .formatted(MAX_COLUMNS));
        }
        return names;
    }

    private static Entry sample(List<String> header, CsvRecords.Row record, Instant received) {
        int line = record.line();
        if (record.problem() != null) {
            return new Entry.Bad(line, "csv.syntax", "the line is not CSV: " + record.problem());
        }
        if (record.fields().size() != header.size()) {
            return new Entry.Bad(
                    line,
                    "csv.columns",
                    "the line has %s columns and the header %s"
                            .formatted(record.fields().size(), header.size()));
        }
        String device = "";
        Instant at = received;
        Map<String, Double> fields = new LinkedHashMap<>();
        Map<String, String> labels = new LinkedHashMap<>();
        Map<String, String> texts = new LinkedHashMap<>();
        try {
            for (int i = 0; i < header.size(); i++) {
                String name = header.get(i);
                String cell = record.fields().get(i).strip();
                if (name.equals("deviceId")) {
                    device = cell;
                } else if (name.equals("location")) {
                    labels.put(name, cell);
                } else if ((name.equals("at") || name.equals("timestamp")) && !cell.isEmpty()) {
                    at = TimeText.parse(cell, received);
                } else if (name.startsWith(TEXTS)) {
                    texts.put(name.substring(TEXTS.length()), record.fields().get(i));
                } else if (!cell.isEmpty()) {
                    fields.put(name, StorableNumber.checked(name, cell));
                }
            }
            return SampleRules.checkedById(new Entry.Sample(line, device, at, fields, labels, texts));
        } catch (Rejected refused) {
            return Entry.Bad.of(line, refused);
        }
    }
}
