package dev.varve.server.line;

import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body of line protocol, line by line: {@code weather,station=roof temperature=21.5 1767225600}. A bad line is
 * returned with its problem and does not affect the next.
 */
public final class LineReader implements Iterator<Line> {

    /** Longer than any client's line with hundreds of fields. */
    static final int MAX_LINE = 64 * 1024;

    /** The number of fields that rollup rows can measure, with room for their names. */
    static final int MAX_FIELDS = 256;

    static final int MAX_TAGS = 32;
    public static final int MAX_NAME = 256;

    private final String body;
    private int at;
    private int number;
    private @Nullable Line next;

    public LineReader(String body) {
        this.body = body;
    }

    /** @param first the number of the first line */
    LineReader(String body, int first) {
        this.body = body;
        this.number = first - 1;
    }

    /** Returns the number of the last line that was read. */
    int number() {
        return number;
    }

    /** Returns where the next line starts. It is behind the end if the last line has no line break. */
    int position() {
        return at;
    }

    @Override
    public boolean hasNext() {
        while (next == null && at < body.length()) {
            next = read();
        }
        return next != null;
    }

    @Override
    public Line next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException("the body has no more lines");
        }
        Line line = next;
        next = null;
        return line;
    }

    /** Reads one line; returns null for a blank line or a comment. */
    private @Nullable Line read() {
        number++;
        int own = number;
        int start = at;
        int plainEnd = lineEnd(start);
        int first = skipSpaces(start, plainEnd);
        if (first == plainEnd || body.charAt(first) == '#') {
            at = plainEnd + 1;
            return null;
        }
        var parser = new Parser(body, first);
        try {
            Line.Point point = parser.point(own);
            at = parser.at + 1;
            // A text in quotes may span several lines.
            for (int i = start; i < parser.at; i++) {
                number += body.charAt(i) == '\n' ? 1 : 0;
            }
            return point;
        } catch (BadLine bad) {
            at = plainEnd + 1;
            return new Line.Bad(own, bad.reason);
        }
    }

    private int lineEnd(int from) {
        int end = body.indexOf('\n', from);
        return end < 0 ? body.length() : end;
    }

    private int skipSpaces(int from, int to) {
        int i = from;
        while (i < to && isSpace(body.charAt(i))) {
            i++;
        }
        return i;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r';
    }

    /** Aborts the parsing of a line; caught in this class. */
    private static final class BadLine extends Exception {
        private static final long serialVersionUID = 1;
        private final String reason;

        BadLine(String reason) {
            super(reason, null, false, false);
            this.reason = reason;
        }
    }

    /** Reads the parts of one line, from left to right. */
    private static final class Parser {
        private final String text;
        private final int end;
        private int at;

        Parser(String text, int start) {
            this.text = text;
            this.at = start;
            this.end = Math.min(text.length(), start + MAX_LINE);
        }

        Line.Point point(int number) throws BadLine {
            String measurement = name("the measurement", "", ", ");
            Map<String, String> tags = new TreeMap<>();
            while (is(',')) {
                at++;
                String key = name("the name of a tag", "", "=, ");
                expectValue("tag", key);
                String value = name("the value of tag ", key, ",= ");
                if (tags.put(key, value) != null) {
                    throw new BadLine("tag " + key + " is given twice");
                }
                if (tags.size() > MAX_TAGS) {
                    throw new BadLine("there are more than " + MAX_TAGS + " tags");
                }
            }
            if (!is(' ')) {
                throw new BadLine("the line has no fields: write a space and field=value after the tags");
            }
            spaces();
            Map<String, Double> fields = new TreeMap<>();
            Map<String, String> texts = new TreeMap<>();
            fields(fields, texts);
            spaces();
            return new Line.Point(number, measurement, tags, fields, texts, timestamp());
        }

        private void fields(Map<String, Double> fields, Map<String, String> texts) throws BadLine {
            do {
                String key = name("the name of a field", "", "=, ");
                expectValue("field", key);
                if (fields.containsKey(key) || texts.containsKey(key)) {
                    throw new BadLine("field " + key + " is given twice");
                }
                if (fields.size() + texts.size() == MAX_FIELDS) {
                    throw new BadLine("there are more than " + MAX_FIELDS + " fields");
                }
                if (is('"')) {
                    texts.put(key, quoted(key));
                } else {
                    fields.put(key, number(key));
                }
            } while (comma());
        }

        private boolean comma() {
            if (is(',')) {
                at++;
                return true;
            }
            return false;
        }

        private @Nullable Long timestamp() throws BadLine {
            int from = at;
            while (!atEnd() && !isSpace(text.charAt(at))) {
                at++;
            }
            String digits = text.substring(from, at);
            spaces();
            if (!atEnd()) {
                throw new BadLine("there is text after the timestamp; write a space inside a name as \"\\ \"");
            }
            if (at == end && end < text.length() && text.charAt(end) != '\n') {
                throw new BadLine("the line is longer than " + MAX_LINE + " characters");
            }
            if (digits.isEmpty()) {
                return null;
            }
            try {
                return Long.valueOf(digits);
            } catch (NumberFormatException e) {
                throw new BadLine("\"" + shown(digits) + "\" is not a timestamp: it must be a whole number");
            }
        }

        /**
         * Reads a text up to one of these characters; a backslash escapes them.
         *
         * @param what what the text is, for messages; {@code of} follows it
         */
        private String name(String what, String of, String ends) throws BadLine {
            var name = new StringBuilder();
            while (!atEnd() && ends.indexOf(text.charAt(at)) < 0) {
                char c = text.charAt(at);
                if (c == '\\' && at + 1 < end && ",= ".indexOf(text.charAt(at + 1)) >= 0) {
                    at++;
                    c = text.charAt(at);
                }
                name.append(c);
                at++;
            }
            if (name.length() == 0) {
                throw new BadLine(what + of + " is empty");
            }
            if (name.length() > MAX_NAME) {
                throw new BadLine(what + of + " is longer than " + MAX_NAME + " characters");
            }
            return name.toString();
        }

        private String quoted(String key) throws BadLine {
            var value = new StringBuilder();
            at++;
            while (at < end && text.charAt(at) != '"') {
                char c = text.charAt(at);
                if (c == '\\' && at + 1 < end && "\"\\".indexOf(text.charAt(at + 1)) >= 0) {
                    at++;
                    c = text.charAt(at);
                }
                value.append(c);
                at++;
            }
            if (at == end) {
                throw new BadLine("the text of field " + key + " has no closing quote");
            }
            at++;
            return value.toString();
        }

        private double number(String key) throws BadLine {
            int from = at;
            while (!atEnd() && text.charAt(at) != ',' && !isSpace(text.charAt(at))) {
                at++;
            }
            String value = text.substring(from, at);
            Double number;
            try {
                number = FieldNumber.parse(value);
            } catch (FieldNumber.Unfit unfit) {
                throw new BadLine("field %s is %s; %s".formatted(key, shown(value), unfit.getMessage()));
            }
            if (number == null) {
                throw new BadLine(
                        "field %s is %s, which is neither a number (1.5, 1i, 1u), true or false, nor a text in quotes"
                                .formatted(key, value.isEmpty() ? "empty" : "\"" + shown(value) + "\""));
            }
            return number;
        }

        private void expectValue(String kind, String key) throws BadLine {
            if (!is('=')) {
                throw new BadLine("%s %s has no value: write %s=value".formatted(kind, key, key));
            }
            at++;
        }

        private void spaces() {
            while (!atEnd() && isSpace(text.charAt(at))) {
                at++;
            }
        }

        private boolean is(char c) {
            return !atEnd() && text.charAt(at) == c;
        }

        private boolean atEnd() {
            return at >= end || text.charAt(at) == '\n';
        }

        private static String shown(String value) {
            return value.length() <= 40 ? value : value.substring(0, 40) + "…";
        }
    }
}
