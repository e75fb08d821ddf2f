package dev.varve.cli.transfer;

/** Finds the end of one record, byte by byte: the end of a line that is not inside quotes. */
final class RecordEnd {

    private enum Part {
        /** Only blanks so far. */
        BEGIN,
        /** Up to the end of the line; quotes have no meaning. */
        REST,
        /** At the beginning of a cell or value, where a quote opens a text. */
        VALUE,
        /** Inside a cell, a name or a value. */
        INSIDE,
        QUOTED,
        /** After a backslash inside quotes. */
        ESCAPED,
        /** In the measurement and tags, where quotes have no meaning. */
        NAMES,
        /** After a backslash in the measurement and tags. */
        NAME_ESCAPED
    }

    private final Format format;
    private Part part;

    RecordEnd(Format format) {
        this.format = format;
        this.part = format == Format.CSV ? Part.VALUE : format == Format.NDJSON ? Part.REST : Part.BEGIN;
    }

    /** Returns whether the record ends with this byte. */
    boolean isEnd(byte b) {
        if (b == '\n' && part != Part.QUOTED && part != Part.ESCAPED) {
            return true;
        }
        part = format == Format.CSV ? inCsv(b) : inLine(b);
        return false;
    }

    private Part inCsv(byte b) {
        if (part == Part.QUOTED) {
            // Two quotes inside a text stand for one, so the text opens again at once.
            return b == '"' ? Part.VALUE : Part.QUOTED;
        }
        if (b == '"' && part == Part.VALUE) {
            return Part.QUOTED;
        }
        return b == ',' ? Part.VALUE : Part.INSIDE;
    }

    private Part inLine(byte b) {
        return switch (part) {
            case BEGIN -> b == '#' ? Part.REST : isBlank(b) ? Part.BEGIN : named(b);
            case NAMES -> b == ' ' ? Part.INSIDE : named(b);
            case NAME_ESCAPED -> Part.NAMES;
            case VALUE -> b == '"' ? Part.QUOTED : Part.INSIDE;
            case INSIDE -> b == '=' ? Part.VALUE : Part.INSIDE;
            case QUOTED -> b == '"' ? Part.INSIDE : b == '\\' ? Part.ESCAPED : Part.QUOTED;
            case ESCAPED -> Part.QUOTED;
            case REST -> Part.REST;
        };
    }

    private static Part named(byte b) {
        return b == '\\' ? Part.NAME_ESCAPED : Part.NAMES;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r';
    }
}
