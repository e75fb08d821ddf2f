package dev.varve.server.ingest;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The records of a CSV text, as RFC 4180 defines them, without blank lines. A malformed record is returned with its problem,
 * and reading continues in the next line: after the problem, or, if a quote is never closed, after the line that opens it.
 */
final class CsvRecords implements Iterator<CsvRecords.Row> {

    private static final char QUOTE = '"';

    /**
     * A record.
     *
     * @param line the number of its first line, from 1
     * @param problem what is wrong with it, or null
     */
    record Row(int line, List<String> fields, @Nullable String problem) {}

    private final String text;
    private int at;
    private int line = 1;

    CsvRecords(String text) {
        this.text = text;
    }

    @Override
    public boolean hasNext() {
        while (at < text.length() && isEndOfLine(at)) {
            endLine();
        }
        return at < text.length();
    }

    @Override
    public Row next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        int first = line;
        int start = at;
        List<String> fields = new ArrayList<>();
        do {
            if (at < text.length() && text.charAt(at) == QUOTE) {
                String field = quoted();
                if (field == null) {
                    at = start;
                    line = first;
                    skipLine();
                    return new Row(first, List.of(), "a quote is opened and never closed");
                }
                if (at < text.length() && text.charAt(at) != ',' && !isEndOfLine(at)) {
                    skipLine();
                    return new Row(
                            first, List.of(), "a closing quote is not followed by a comma or the end of the line");
                }
                fields.add(field);
            } else {
                fields.add(plain());
            }
        } while (isComma());
        endLine();
        return new Row(first, fields, null);
    }

    private boolean isComma() {
        if (at < text.length() && text.charAt(at) == ',') {
            at++;
            return true;
        }
        return false;
    }

    private String plain() {
        int from = at;
        while (at < text.length() && text.charAt(at) != ',' && !isEndOfLine(at)) {
            at++;
        }
        return text.substring(from, at);
    }

    /** Returns the text between quotes, where two quotes stand for one; null if the closing quote is missing. */
    private @Nullable String quoted() {
        var field = new StringBuilder();
        at++;
        while (at < text.length()) {
            if (text.charAt(at) == QUOTE) {
                at++;
                if (at == text.length() || text.charAt(at) != QUOTE) {
                    return field.toString();
                }
                field.append(QUOTE);
                at++;
            } else if (isEndOfLine(at)) {
                int from = at;
                endLine();
                field.append(text, from, at);
            } else {
                field.append(text.charAt(at));
                at++;
            }
        }
        return null;
    }

    private boolean isEndOfLine(int index) {
        return text.charAt(index) == '\n' || text.charAt(index) == '\r';
    }

    private void skipLine() {
        while (at < text.length() && !isEndOfLine(at)) {
            at++;
        }
        endLine();
    }

    private void endLine() {
        if (at < text.length()) {
            at += text.startsWith("\r\n", at) ? 2 : 1;
            line++;
        }
    }
}
