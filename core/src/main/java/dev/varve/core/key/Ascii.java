package dev.varve.core.key;

/** A set of ASCII characters. */
record Ascii(long low, long high) {

    static final Ascii NONE = new Ascii(0, 0);
    static final Ascii DIGITS = of("0123456789");

    static Ascii of(String characters) {
        Ascii set = NONE;
        for (int i = 0; i < characters.length(); i++) {
            set = set.with(characters.charAt(i));
        }
        return set;
    }

    Ascii with(char c) {
        return c < 64 ? new Ascii(low | (1L << c), high) : new Ascii(low, high | (1L << (c - 64)));
    }

    Ascii and(Ascii other) {
        return new Ascii(low & other.low, high & other.high);
    }

    Ascii not() {
        return new Ascii(~low, ~high);
    }

    boolean isEmpty() {
        return low == 0 && high == 0;
    }

    boolean contains(char c) {
        return c < 64 ? ((low >>> c) & 1) != 0 : c < 128 && ((high >>> (c - 64)) & 1) != 0;
    }
}
