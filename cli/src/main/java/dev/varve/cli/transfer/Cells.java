package dev.varve.cli.transfer;

/** Writes cells of CSV, as RFC 4180 defines them. */
public final class Cells {

    private Cells() {}

    /** Returns a text, quoted if it needs quotes. */
    public static String quoted(String text) {
        boolean isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isPlain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
    }
}
