package dev.varve.proofs.fuzz;

import dev.varve.server.ingest.CsvSamples;
import dev.varve.server.ingest.Entry;
import dev.varve.testkit.random.Draw;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Fuzzes readings in CSV. */
final class CsvTarget implements FuzzTarget {

    @Override
    public String name() {
        return "csv";
    }

    @Override
    public Trial<?> draw(Draw draw) {
        var samples = new SampleDraw(draw);
        var words = new FuzzWords(draw);
        List<String> names = samples.names(1, 4);
        boolean isTimed = draw.chance(80);
        boolean isPlaced = draw.chance(50);
        List<String> header = new ArrayList<>(names);
        header.add(draw.below(header.size() + 1), "deviceId");
        if (isTimed) {
            header.add(draw.below(header.size() + 1), draw.oneOf("at", "timestamp"));
        }
        if (isPlaced) {
            header.add(draw.below(header.size() + 1), "location");
        }
        var body = new StringBuilder();
        append(body, header, draw);
        List<Entry> meaning = new ArrayList<>();
        for (int line = 2; line < draw.between(3, 6); line++) {
            String device = words.id();
            Instant at = isTimed ? samples.at() : SampleDraw.RECEIVED;
            String location = words.name();
            Map<String, Double> fields = samples.fields(names);
            Map<String, Double> given = new LinkedHashMap<>(fields);
            if (given.size() > 1 && draw.chance(20)) {
                given.remove(names.get(0));
            }
            List<String> cells = new ArrayList<>();
            for (String column : header) {
                cells.add(
                        switch (column) {
                            case "deviceId" -> device;
                            case "at", "timestamp" -> TimeTarget.written(at, draw);
                            case "location" -> location;
                            default -> given.containsKey(column) ? String.valueOf(given.get(column)) : "";
                        });
            }
            append(body, cells, draw);
            meaning.add(new Entry.Sample(line, device, at, given, isPlaced ? Map.of("location", location) : Map.of()));
        }
        return new Trial<>(body.toString(), text -> CsvSamples.read(text, SampleDraw.RECEIVED), meaning);
    }

    private static void append(StringBuilder body, List<String> cells, Draw draw) {
        body.append(
                String.join(",", cells.stream().map(cell -> cell(cell, draw)).toList()));
        body.append(draw.chance(20) ? "\r\n" : "\n");
    }

    private static String cell(String text, Draw draw) {
        boolean isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isPlain && draw.chance(80) ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
