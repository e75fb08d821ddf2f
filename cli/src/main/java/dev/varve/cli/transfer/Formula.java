package dev.varve.cli.transfer;

import dev.varve.server.http.Csv;

/**
 * Texts of CSV that a spreadsheet would take for formulas. An export writes a quote before them, as the API does, and an
 * import takes it away, so that both ends have the same text.
 */
final class Formula {

    private Formula() {}

    /** Returns a text that no spreadsheet takes for a formula. */
    static String guarded(String text) {
        // One that looks guarded already gets a quote too: an import takes one away.
        return isFormula(withoutQuotes(text)) ? "'" + text : text;
    }

    /** Returns the text that was guarded. */
    static String bare(String text) {
        return text.startsWith("'") && isFormula(withoutQuotes(text)) ? text.substring(1) : text;
    }

    private static boolean isFormula(String text) {
        return !Csv.cell(text).equals(text);
    }

    private static String withoutQuotes(String text) {
        int from = 0;
        while (from < text.length() && text.charAt(from) == '\'') {
            from++;
        }
        return text.substring(from);
    }
}
