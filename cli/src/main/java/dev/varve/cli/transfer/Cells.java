package dev.varve.cli.transfer;

/** Cells of CSV as RFC 4180 has them. */
public final class Cells {

    private Cells() {}

    /** Returns a text with quotes around it where it needs them. */
    public static String quoted(String text) {
        boolean isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isPlain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
    }
}
