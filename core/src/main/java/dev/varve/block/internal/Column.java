package dev.varve.block.internal;

/**
 * The values of one field of all events in a block. An array has one place for each event that has a value, in their order;
 * events without a value have no place.
 */
public sealed interface Column {

    String name();

    Presence presence();

    /** Returns how many values the array holds. */
    int length();

    private static void check(String name, Presence presence, int length) {
        if (presence.count() != length) {
            throw new IllegalArgumentException(
                    "column %s has %s values for %s events".formatted(name, length, presence.count()));
        }
    }

    /** Numbers with a fraction, exact to the bit. */
    @SuppressWarnings("ArrayRecordComponent") // A column is its array; copies would double the work.
    record Doubles(String name, Presence presence, double[] values) implements Column {
        public Doubles {
            check(name, presence, values.length);
        }

        @Override
        public int length() {
            return values.length;
        }
    }

    /** Integers. */
    @SuppressWarnings("ArrayRecordComponent") // As above.
    record Longs(String name, Presence presence, long[] values) implements Column {
        public Longs {
            check(name, presence, values.length);
        }

        @Override
        public int length() {
            return values.length;
        }
    }

    /** True or false. */
    @SuppressWarnings("ArrayRecordComponent") // As above.
    record Booleans(String name, Presence presence, boolean[] values) implements Column {
        public Booleans {
            check(name, presence, values.length);
        }

        @Override
        public int length() {
            return values.length;
        }
    }

    /** Short texts. */
    @SuppressWarnings("ArrayRecordComponent") // As above.
    record Texts(String name, Presence presence, String[] values) implements Column {
        public Texts {
            check(name, presence, values.length);
        }

        @Override
        public int length() {
            return values.length;
        }
    }
}
