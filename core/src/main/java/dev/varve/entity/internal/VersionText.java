package dev.varve.entity.internal;

/** Writes version numbers into sort keys, so that texts sort as the numbers do. */
public final class VersionText {

    private static final int DIGITS = 7;

    private VersionText() {}

    /**
     * Returns seven digits, {@code 0000001}, and for numbers of more digits a letter before them that grows with their
     * count: {@code A10000000}.
     */
    public static String of(long version) {
        String digits = Long.toString(version);
        int more = digits.length() - DIGITS;
        return more <= 0 ? "0".repeat(-more) + digits : (char) ('A' + more - 1) + digits;
    }
}
