package dev.varve.series.internal.packed.journal;

import java.util.Optional;

/**
 * The sort key of a frame: the number of its record and of the part.
 *
 * @param part the number of the part, 0 for the head
 */
record FramePosition(long number, long part) {

    /** The position before all frames. */
    static final FramePosition NONE = new FramePosition(0, 0);

    /** A writer that appends a million records a second needs three centuries for so many. */
    private static final int WIDTH = 16;

    boolean isHead() {
        return part == 0;
    }

    /** Returns a text that sorts by its number. */
    static String digits(long number) {
        String digits = Long.toString(number);
        return "0".repeat(WIDTH - digits.length()) + digits;
    }

    /** Returns the position in a sort key; empty for the key of any other item. */
    static Optional<FramePosition> parse(String sort) {
        int split = sort.indexOf('#');
        long number = number(split < 0 ? sort : sort.substring(0, split));
        long part = split < 0 ? 0 : number(sort.substring(split + 1));
        return number < 0 || part < 0 ? Optional.empty() : Optional.of(new FramePosition(number, part));
    }

    private static long number(String digits) {
        boolean isNumber = digits.length() == WIDTH && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Long.parseLong(digits) : -1;
    }
}
