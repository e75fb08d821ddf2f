package dev.varve.key.internal.text;

/** A set of ASCII characters. */
public record AsciiSet(long low, long high) {

    public static final AsciiSet NONE = new AsciiSet(0, 0);
    public static final AsciiSet DIGITS = of("0123456789");

    public static AsciiSet of(String characters) {
        AsciiSet set = NONE;
        for (int i = 0; i < characters.length(); i++) {
            set = set.with(characters.charAt(i));
        }
        return set;
    }

    public AsciiSet with(char c) {
        return c < 64 ? new AsciiSet(low | (1L << c), high) : new AsciiSet(low, high | (1L << (c - 64)));
    }

    public AsciiSet and(AsciiSet other) {
        return new AsciiSet(low & other.low, high & other.high);
    }

    public AsciiSet not() {
        return new AsciiSet(~low, ~high);
    }

    public boolean isEmpty() {
        return low == 0 && high == 0;
    }

    public boolean contains(char c) {
        return c < 64 ? ((low >>> c) & 1) != 0 : c < 128 && ((high >>> (c - 64)) & 1) != 0;
    }
}
