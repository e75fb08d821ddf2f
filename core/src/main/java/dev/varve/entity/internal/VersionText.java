package dev.varve.entity.internal;

/** Writes version numbers as texts that sort like the numbers. */
public final class VersionText {

    private static final int DIGITS = 7;

    private VersionText() {}

    /**
     * Returns seven digits, {@code 0000001}. Longer numbers get a leading letter that grows with the number of digits:
     * {@code A10000000}.
     */
    public static String of(long version) {
        String digits = Long.toString(version);
        int more = digits.length() - DIGITS;
        return more <= 0 ? "0".repeat(-more) + digits : (char) ('A' + more - 1) + digits;
    }
}
