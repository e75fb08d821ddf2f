package dev.varve.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.error.Rejected;
import dev.varve.server.ingest.CsvSamples;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Converts the columns of a CSV file into those that a server reads: {@code deviceId} and {@code at}. */
final class CsvColumns {

    private static final String DEVICE = "deviceId";
    private static final String AT = "at";

    /** A number of seconds or of a smaller unit, a fraction allowed. */
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,19}(\\.[0-9]{1,18})?");

    private static final int MAX_SHOWN = 40;

    /** One cell as it is in the file, quotes included. */
    private record Span(int from, int to) {}

    private final Columns wanted;
    private final byte[] header;
    private final int device;
    private final int time;

    /** The columns that hold texts. */
    private final Set<Integer> texts = new HashSet<>();

    /** Reads the header of a file; an empty one stays empty. */
    CsvColumns(byte[] line, Columns wanted) {
        this.wanted = wanted;
        List<Span> spans = spans(line);
        List<String> names = spans.stream().map(span -> text(line, span)).toList();
        if (line.length == 0) {
            device = -1;
            time = -1;
            header = line;
            return;
        }
        device = names.indexOf(DEVICE);
        if (wanted.device() != null && device >= 0) {
            throw new Rejected(
                    "cli.device",
                    "the header has a column deviceId, which names the device of each line: leave out --device");
        }
        time = timeColumn(names);
        header = header(line, spans, names);
        for (int i = 0; i < names.size(); i++) {
            if (Formula.bare(names.get(i)).startsWith(CsvSamples.TEXTS)) {
                texts.add(i);
            }
        }
    }

    private int timeColumn(List<String> names) {
        List<String> clocks = names.stream().filter(Clocks.NAMES::contains).toList();
        String chosen = wanted.time();
        if (chosen == null) {
            return wanted.unit() == null || clocks.isEmpty() ? -1 : names.indexOf(clocks.get(0));
        }
        if (!names.contains(chosen)) {
            throw new Rejected(
                    "cli.time-column",
                    "the header has no column \"%s\"; its columns are %s".formatted(chosen, String.join(", ", names)));
        }
        clocks.stream().filter(name -> !name.equals(chosen)).findFirst().ifPresent(other -> {
            throw new Rejected(
                    "cli.time-column",
                    "the header also has a column \"%s\", which holds a time: leave out --time-column, or rename that column"
                            .formatted(other));
        });
        return names.indexOf(chosen);
    }

    private byte[] header(byte[] line, List<Span> spans, List<String> names) {
        List<@Nullable String> replaced = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String bare = Formula.bare(names.get(i));
            replaced.add(i == time ? AT : bare.equals(names.get(i)) ? null : bare);
        }
        return written(line, spans, replaced, wanted.device() == null ? null : DEVICE);
    }

    /** Returns the header as it is sent. */
    byte[] header() {
        return header;
    }

    /** Returns a record as it is sent; refuses one whose time is not a number. */
    byte[] rewritten(byte[] record) {
        boolean isGuarded = (device >= 0 || !texts.isEmpty()) && contains(record, '\'');
        boolean isTimed = time >= 0 && wanted.unit() != null;
        if (wanted.device() == null && !isTimed && !isGuarded || isBlank(record)) {
            return record;
        }
        List<Span> spans = spans(record);
        List<@Nullable String> replaced = new ArrayList<>();
        for (int i = 0; i < spans.size(); i++) {
            String cell = text(record, spans.get(i));
            boolean isTime = isTimed && i == time && !cell.isEmpty();
            boolean isBared = isGuarded
                    && (i == device || texts.contains(i))
                    && !Formula.bare(cell).equals(cell);
            replaced.add(isTime ? at(cell).toString() : isBared ? Formula.bare(cell) : null);
        }
        return written(record, spans, replaced, wanted.device());
    }

    private Instant at(String cell) {
        Columns.Unit unit = Objects.requireNonNull(wanted.unit());
        if (NUMBER.matcher(cell).matches()) {
            try {
                BigInteger nanos =
                        new BigDecimal(cell).movePointRight(unit.digits()).toBigInteger();
                BigInteger[] parts = nanos.divideAndRemainder(BigInteger.valueOf(1_000_000_000));
                return Instant.ofEpochSecond(parts[0].longValueExact(), parts[1].longValue());
            } catch (DateTimeException | ArithmeticException e) {
                // Reported below, with an example.
            }
        }
        throw new Rejected(
                "import.time",
                "the time is \"%s\"; with --time-unit %s it must be a number since 1970, such as %s"
                        .formatted(
                                cell.length() <= MAX_SHOWN ? cell : cell.substring(0, MAX_SHOWN) + "…",
                                unit.word(),
                                unit.example()));
    }

    /** Writes a line with some cells replaced, and optionally one more at the beginning. */
    private static byte[] written(
            byte[] line, List<Span> spans, List<@Nullable String> replaced, @Nullable String first) {
        var out = new ByteArrayOutputStream(line.length + 64);
        if (first != null) {
            out.writeBytes((Cells.quoted(first) + ",").getBytes(UTF_8));
        }
        int done = 0;
        for (int i = 0; i < spans.size(); i++) {
            String text = replaced.get(i);
            if (text != null) {
                out.write(line, done, spans.get(i).from() - done);
                out.writeBytes(Cells.quoted(text).getBytes(UTF_8));
                done = spans.get(i).to();
            }
        }
        out.write(line, done, line.length - done);
        return out.toByteArray();
    }

    /** Splits a line at commas outside quotes; the line break belongs to no cell. */
    private static List<Span> spans(byte[] line) {
        int end = line.length;
        while (end > 0 && (line[end - 1] == '\n' || line[end - 1] == '\r')) {
            end--;
        }
        List<Span> spans = new ArrayList<>();
        boolean isQuoted = false;
        int from = 0;
        for (int i = 0; i < end; i++) {
            if (line[i] == '"') {
                isQuoted = !isQuoted;
            } else if (line[i] == ',' && !isQuoted) {
                spans.add(new Span(from, i));
                from = i + 1;
            }
        }
        spans.add(new Span(from, end));
        return spans;
    }

    private static String text(byte[] line, Span span) {
        String raw = new String(line, span.from(), span.to() - span.from(), UTF_8).strip();
        boolean isQuoted = raw.length() >= 2 && raw.startsWith("\"") && raw.endsWith("\"");
        return isQuoted
                ? raw.substring(1, raw.length() - 1).replace("\"\"", "\"").strip()
                : raw;
    }

    private static boolean isBlank(byte[] record) {
        for (byte b : record) {
            if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
                return false;
            }
        }
        return true;
    }

    private static boolean contains(byte[] record, char wanted) {
        for (byte b : record) {
            if (b == wanted) {
                return true;
            }
        }
        return false;
    }
}
