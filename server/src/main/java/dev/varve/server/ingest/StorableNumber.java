package dev.varve.server.ingest;

import dev.varve.error.Rejected;
import dev.varve.server.api.BriefText;
import dev.varve.server.line.FieldNumber;

/** Numbers that a table can hold. */
final class StorableNumber {

    private static final int SHOWN = 40;

    private StorableNumber() {}

    /** Returns the number of a text; refuses one that cannot be stored, or would lose digits. */
    static double checked(String field, String text) {
        double number;
        try {
            number = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new Rejected(
                    "reading.no-number",
                    "%s is \"%s\"; a field must be a number".formatted(field, BriefText.of(text, SHOWN)));
        }
        if (!FieldNumber.isStorable(number)) {
            throw new Rejected(
                    "reading.number", "%s is %s; %s".formatted(field, BriefText.of(text, SHOWN), FieldNumber.RANGE));
        }
        if (FieldNumber.losesDigits(text, number)) {
            throw new Rejected(
                    "reading.number-digits",
                    "%s is %s; %s".formatted(field, BriefText.of(text, SHOWN), FieldNumber.DIGITS));
        }
        return number;
    }
}
