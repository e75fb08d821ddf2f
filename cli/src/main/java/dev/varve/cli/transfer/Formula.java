package dev.varve.cli.transfer;

import dev.varve.server.http.answer.Csv;

/**
 * Escapes CSV texts that a spreadsheet would run as formulas. An export writes a quote before them, as the API does, and an
 * import removes it, so the text stays the same.
 */
final class Formula {

    private Formula() {}

    /** Returns a text that no spreadsheet takes for a formula. */
    static String guarded(String text) {
        // A text that already looks escaped gets a quote too, because an import removes one.
        return isFormula(withoutQuotes(text)) ? "'" + text : text;
    }

    /** Returns the original text. */
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
