package dev.varve.server.ingest;

import dev.varve.core.Rejected;
import dev.varve.server.line.FieldNumber;

/** Numbers that a table can hold. */
final class Numbers {

    private Numbers() {}

    static double checked(String field, double number) {
        if (!FieldNumber.isStorable(number)) {
            throw new Rejected("reading.number", "%s is %s; numbers go from 1E-50 to 1E+50".formatted(field, number));
        }
        return number;
    }
}
