package dev.varve.server.ingest;

import dev.varve.core.Rejected;

/** Numbers that a table can hold. */
final class Numbers {

    /** DynamoDB's numbers go from 1E-130 to just below 1E+126. */
    private static final double LARGEST = 1e126;

    private static final double SMALLEST = 1e-130;

    private Numbers() {}

    static double checked(String field, double number) {
        double size = Math.abs(number);
        if (size != 0 && !(size >= SMALLEST && size < LARGEST)) {
            throw new Rejected("reading.number", "%s is %s; numbers go from 1E-130 to 1E+126".formatted(field, number));
        }
        return number;
    }
}
