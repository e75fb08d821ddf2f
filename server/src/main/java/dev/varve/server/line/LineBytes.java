package dev.varve.server.line;

import dev.varve.item.internal.Utf8;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads plain lines of line protocol from bytes, without a text for each part: {@code weather,station=roof temperature=21.5
 * 1767225600}. A line is plain if its fields are numbers or booleans and their names have no backslash. All other lines, and
 * wrong ones, are left to {@link LineReader}, which reads the same parts from a plain line.
 */
public final class LineBytes {

    /** Lines with more fields are not plain. */
    private static final int MAX_FIELDS = 64;

    private static final int MAX_DIGITS = 18;

    /** A double holds every whole number up to this size. */
    private static final long MAX_EXACT = 1L << 53;

    /** The powers of ten that a double holds exactly. */
    private static final double[] POWERS = new double[23];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = POWERS[i - 1] * 10;
        }
    }

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final byte[] body;
    private int at;
    private int number;

    // The line that was read last.
    private int start;
    private int seriesEnd;
    private int hash;
    private int fields;
    private final int[] nameStarts = new int[MAX_FIELDS];
    private final int[] nameEnds = new int[MAX_FIELDS];
    private final double[] values = new double[MAX_FIELDS];
    private boolean hasTimestamp;
    private long timestamp;

    /** The digits of the last timestamp that was read: many lines of a body have the same one. */
    private int lastDigits;

    private int lastDigitsEnd;
    private long lastTimestamp;

    public LineBytes(byte[] body) {
        this.body = body;
        this.at = startsWith(body, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
    }

    private static boolean startsWith(byte[] body, byte[] start) {
        return body.length >= start.length && Arrays.equals(body, 0, start.length, start, 0, start.length);
    }

    /** Moves to the next line that is neither blank nor a comment; returns whether there is one. */
    public boolean next() {
        while (at < body.length) {
            number++;
            int first = at;
            while (first < body.length && isSpace(body[first])) {
                first++;
            }
            if (first < body.length && body[first] != '\n' && body[first] != '#') {
                start = first;
                return true;
            }
            at = lineEnd(first) + 1;
        }
        return false;
    }

    /** Returns the number of the line, from 1. */
    public int number() {
        return number;
    }

    /** Reads the line if it is plain, and moves behind it; returns false and stays there otherwise. */
    public boolean readPlain() {
        at = start;
        if (readSeries() && readFields() && readTimestamp() && at - start <= LineReader.MAX_LINE) {
            at++;
            return true;
        }
        return false;
    }

    /**
     * Reads the line if it is plain and has this series and these fields, and moves behind it; stays there otherwise. This is
     * faster than {@link #readPlain}, because nothing has to be searched.
     *
     * @param series the bytes of measurement and tags, as {@link #series} returned them
     * @param names the names of the fields, as {@link #name} returned them
     */
    public boolean readPlain(byte[] series, byte[][] names) {
        at = start;
        if (!skip(series, ' ')) {
            return false;
        }
        seriesEnd = at - 1;
        skipSpaces();
        for (fields = 0; fields < names.length; fields++) {
            if (fields > 0 && !comma()) {
                return false;
            }
            nameStarts[fields] = at;
            nameEnds[fields] = at + names[fields].length;
            if (!skip(names[fields], '=') || !readValue()) {
                return false;
            }
        }
        if (readTimestamp() && at - start <= LineReader.MAX_LINE) {
            at++;
            return true;
        }
        return false;
    }

    /** Moves behind these bytes and a further one if they come next; returns whether they do. */
    private boolean skip(byte[] expected, char end) {
        int after = at + expected.length;
        if (after >= body.length
                || body[after] != end
                || !Arrays.equals(body, at, after, expected, 0, expected.length)) {
            return false;
        }
        at = after + 1;
        return true;
    }

    /**
     * Reads the line of any kind, and moves behind it.
     *
     * @throws CharacterCodingException if the line is not UTF-8
     */
    public Line read() throws CharacterCodingException {
        int end = lineEnd(start);
        Line line = read(end);
        if (line instanceof Line.Bad && contains('"', end) && end < body.length) {
            // A text in quotes may span several lines.
            int limit = Math.min(body.length, start + 4 * LineReader.MAX_LINE);
            while (limit < body.length && (body[limit] & 0xC0) == 0x80) {
                limit++;
            }
            line = read(limit);
        }
        if (line instanceof Line.Bad) {
            at = end + 1;
        }
        return line;
    }

    private Line read(int end) throws CharacterCodingException {
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(body, start, end - start))
                .toString();
        LineReader lines = new LineReader(text, number);
        Line line = lines.next();
        if (line instanceof Line.Point) {
            number = lines.number();
            int read = Math.min(lines.position(), text.length());
            at = start + Utf8.length(text.substring(0, read)) + lines.position() - read;
        }
        return line;
    }

    private boolean contains(char wanted, int end) {
        for (int i = start; i < end; i++) {
            if (body[i] == wanted) {
                return true;
            }
        }
        return false;
    }

    private boolean readSeries() {
        int hashed = 1;
        while (at < body.length && body[at] != ' ') {
            if (body[at] == '\n') {
                return false;
            }
            if (body[at] == '\\' && at + 1 < body.length && isEscaped(body[at + 1])) {
                hashed = hashed * 31 + body[at];
                at++;
            }
            hashed = hashed * 31 + body[at];
            at++;
        }
        seriesEnd = at;
        hash = hashed;
        return at > start && at < body.length;
    }

    private static boolean isEscaped(byte next) {
        return next == ',' || next == '=' || next == ' ';
    }

    private boolean readFields() {
        skipSpaces();
        fields = 0;
        do {
            if (fields == MAX_FIELDS || !readName() || !readValue()) {
                return false;
            }
            fields++;
        } while (comma());
        return true;
    }

    private boolean comma() {
        if (at < body.length && body[at] == ',') {
            at++;
            return true;
        }
        return false;
    }

    private boolean readName() {
        nameStarts[fields] = at;
        while (at < body.length && body[at] != '=') {
            byte c = body[at];
            if (c == '\\' || c == ' ' || c == ',' || c == '\n') {
                return false;
            }
            at++;
        }
        int length = at - nameStarts[fields];
        nameEnds[fields] = at;
        at++;
        // The limit is one of characters; a longer name may still be short enough, and is not plain.
        return at <= body.length && length > 0 && length <= LineReader.MAX_NAME;
    }

    /** Reads a number of few digits without creating a text; all others are parsed as texts. */
    private boolean readValue() {
        int from = at;
        boolean isNegative = at < body.length && body[at] == '-';
        if (isNegative) {
            at++;
        }
        long digits = 0;
        int count = 0;
        int point = -1;
        while (at < body.length) {
            byte c = body[at];
            if (c >= '0' && c <= '9') {
                digits = digits * 10 + (c - '0');
                count++;
            } else if (c == '.' && point < 0) {
                point = count;
            } else {
                break;
            }
            at++;
        }
        if (point < 0 && count > 0 && at < body.length && body[at] == 'i') {
            at++;
        }
        boolean isEnd = at >= body.length || body[at] == ',' || body[at] == '\n' || isSpace(body[at]);
        if (!isEnd || count == 0 || count > MAX_DIGITS || digits > MAX_EXACT) {
            at = from;
            return readUnusualValue();
        }
        // Exact: the quotient of two doubles that hold their numbers exactly is rounded once.
        double size = point < 0 ? digits : digits / POWERS[count - point];
        values[fields] = isNegative ? -size : size;
        return true;
    }

    private boolean readUnusualValue() {
        int from = at;
        while (at < body.length && body[at] != ',' && body[at] != '\n' && !isSpace(body[at])) {
            if (body[at] == '"' || body[at] < 0) {
                return false;
            }
            at++;
        }
        try {
            Double value = FieldNumber.parse(new String(body, from, at - from, StandardCharsets.US_ASCII));
            if (value == null) {
                return false;
            }
            values[fields] = value;
            return true;
        } catch (FieldNumber.Unfit unfit) {
            return false;
        }
    }

    private boolean readTimestamp() {
        skipSpaces();
        if (isLastTimestamp()) {
            hasTimestamp = true;
            timestamp = lastTimestamp;
            at += lastDigitsEnd - lastDigits;
            skipSpaces();
            return at >= body.length || body[at] == '\n';
        }
        int from = at;
        boolean isNegative = at < body.length && body[at] == '-';
        if (isNegative) {
            at++;
        }
        long read = 0;
        int first = at;
        while (at < body.length && body[at] >= '0' && body[at] <= '9') {
            read = read * 10 + (body[at] - '0');
            at++;
        }
        hasTimestamp = at > first;
        timestamp = isNegative ? -read : read;
        if (at - first > MAX_DIGITS + 1 || read < 0 || (!hasTimestamp && at > from)) {
            return false;
        }
        if (hasTimestamp && !isNegative) {
            lastDigits = first;
            lastDigitsEnd = at;
            lastTimestamp = read;
        }
        skipSpaces();
        return at >= body.length || body[at] == '\n';
    }

    /** Returns whether the same digits come next as those of the last timestamp, and no further one. */
    private boolean isLastTimestamp() {
        int length = lastDigitsEnd - lastDigits;
        int after = at + length;
        return length > 0
                && after <= body.length
                && (after == body.length || body[after] < '0' || body[after] > '9')
                && Arrays.equals(body, at, after, body, lastDigits, lastDigitsEnd);
    }

    private void skipSpaces() {
        while (at < body.length && isSpace(body[at])) {
            at++;
        }
    }

    private static boolean isSpace(byte c) {
        return c == ' ' || c == '\t' || c == '\r';
    }

    private int lineEnd(int from) {
        int end = from;
        while (end < body.length && body[end] != '\n') {
            end++;
        }
        return end;
    }

    /** Returns the bytes of the measurement and the tags, as they were sent. */
    public byte[] series() {
        return Arrays.copyOfRange(body, start, seriesEnd);
    }

    /** Returns whether measurement and tags have these bytes. */
    public boolean isSeries(byte[] other) {
        return Arrays.equals(body, start, seriesEnd, other, 0, other.length);
    }

    /** Returns a hash of the bytes of measurement and tags, of a line that {@link #readPlain()} read. */
    public int seriesHash() {
        return hash;
    }

    public int fields() {
        return fields;
    }

    /** Returns the bytes of the name of a field. */
    public byte[] name(int field) {
        return Arrays.copyOfRange(body, nameStarts[field], nameEnds[field]);
    }

    /** Returns whether the names of the fields have these bytes. */
    public boolean areNames(byte[][] names) {
        if (names.length != fields) {
            return false;
        }
        for (int i = 0; i < names.length; i++) {
            if (!Arrays.equals(body, nameStarts[i], nameEnds[i], names[i], 0, names[i].length)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the values of the fields, in their order. */
    public double[] values() {
        return Arrays.copyOf(values, fields);
    }

    /** Copies the values of the fields, in their order, to a place of an array. */
    public void values(double[] to, int from) {
        System.arraycopy(values, 0, to, from, fields);
    }

    public boolean hasTimestamp() {
        return hasTimestamp;
    }

    public long timestamp() {
        return timestamp;
    }
}
