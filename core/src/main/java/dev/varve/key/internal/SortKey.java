package dev.varve.key.internal;

/** The value of a sort key. */
public sealed interface SortKey {

    /** A sort key that is a string. */
    record Text(String text) implements SortKey {
        @Override
        public String toString() {
            return text;
        }
    }

    /** A sort key that is a number. */
    record Epoch(long number) implements SortKey {
        @Override
        public String toString() {
            return Long.toString(number);
        }
    }

    /** The sort key of a table or index that has none. */
    record None() implements SortKey {
        @Override
        public String toString() {
            return "no sort key";
        }
    }

    /** Returns the sort key with this text. */
    static SortKey of(String text) {
        return new Text(text);
    }

    /** Returns the sort key with this number. */
    static SortKey of(long number) {
        return new Epoch(number);
    }

    /** Returns the absent sort key. */
    static SortKey none() {
        return new None();
    }
}
