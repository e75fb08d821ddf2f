package dev.varve.engine.dynamodb.internal.expression;

import java.util.Arrays;

/** The aliases of names and values in expressions: {@code #n0}, {@code #n1} and {@code :v0}, {@code :v1}. */
final class Aliases {

    /** The number of prepared aliases. Most requests need fewer and share these texts. */
    private static final int PREPARED = 16;

    private static final String[] VALUES = firstValues(PREPARED);

    private Aliases() {}

    static String name(int number) {
        return "#n" + number;
    }

    static String value(int number) {
        return number < PREPARED ? VALUES[number] : ":v" + number;
    }

    /** Returns the aliases of at least this many values. */
    static String[] values(int count) {
        return count <= PREPARED ? VALUES : firstValues(count);
    }

    private static String[] firstValues(int count) {
        String[] aliases = new String[count];
        Arrays.setAll(aliases, number -> ":v" + number);
        return aliases;
    }
}
