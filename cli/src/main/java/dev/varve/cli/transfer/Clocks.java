package dev.varve.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.varve.error.Rejected;
import dev.varve.server.line.Line;
import dev.varve.server.line.LineReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Checks whether records have a time. A server gives records without one the time of arrival, so all records of a device in
 * one batch would become one reading.
 */
final class Clocks {

    /** The names that a server accepts for the time of a reading. */
    static final Set<String> NAMES = Set.of("at", "timestamp");

    private static final int MAX_NAMED = 20;

    private static final JsonFactory JSON = new JsonFactory();

    private final Format format;
    private final List<Integer> columns = new ArrayList<>();

    /** Refuses a CSV header without a column for the time or for devices: no line would be stored. */
    Clocks(Format format, byte[] header) {
        this.format = format;
        if (format == Format.CSV && header.length > 0) {
            List<String> names = cells(header).stream().map(String::strip).toList();
            if (!names.contains("deviceId")) {
                throw new Rejected(
                        "import.no-device",
                        "the header has no column deviceId; its columns are %s. If all lines are of one device, give"
                                        .formatted(shown(names))
                                + " --device DEVICE");
            }
            for (int i = 0; i < names.size(); i++) {
                if (NAMES.contains(names.get(i))) {
                    columns.add(i);
                }
            }
            if (columns.isEmpty()) {
                throw new Rejected(
                        "import.no-time",
                        "the header has no column at or timestamp; its columns are %s. Name the column that holds the"
                                        .formatted(shown(names))
                                + " time with --time-column, or store the time of arrival with --now");
            }
        }
    }

    private static String shown(List<String> names) {
        return String.join(", ", names.stream().limit(MAX_NAMED).toList()) + (names.size() > MAX_NAMED ? ", …" : "");
    }

    /** Returns whether a record lacks a time. A record that cannot be parsed is left to the server, which says why. */
    boolean isMissing(byte[] record) {
        return switch (format) {
            case CSV -> isMissingInCells(cells(record));
            case NDJSON -> isMissingInObject(record);
            case LINE -> isMissingInPoint(new String(record, UTF_8));
        };
    }

    private boolean isMissingInCells(List<String> cells) {
        boolean isBlank = cells.size() == 1 && cells.get(0).isBlank();
        return !isBlank
                && columns.stream()
                        .allMatch(column ->
                                column < cells.size() && cells.get(column).isBlank());
    }

    private static boolean isMissingInPoint(String text) {
        LineReader lines = new LineReader(text);
        return lines.hasNext() && lines.next() instanceof Line.Point point && point.timestamp() == null;
    }

    private static boolean isMissingInObject(byte[] record) {
        try (JsonParser parser = JSON.createParser(record)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isClock = NAMES.contains(parser.currentName());
                if (parser.nextToken() != JsonToken.VALUE_NULL && isClock) {
                    return false;
                }
                parser.skipChildren();
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Splits a CSV record as RFC 4180 defines it: two quotes inside quotes stand for one. */
    private static List<String> cells(byte[] record) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean isQuoted = false;
        for (char c : new String(record, UTF_8).stripTrailing().toCharArray()) {
            if (c == '"') {
                isQuoted = !isQuoted;
            } else if (c == ',' && !isQuoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }
}
