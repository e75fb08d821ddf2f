package dev.varve.sketches;

import java.nio.charset.StandardCharsets;

/** Truncates long texts, so that the size of a row is bounded. */
final class ShortText {

    static final int MAX_BYTES = 128;
    private static final String ELLIPSIS = "…";

    private ShortText() {}

    /** Returns the text, truncated with an ellipsis if it is too long. */
    static String of(String text) {
        if (text.length() <= MAX_BYTES / 3 || bytes(text) <= MAX_BYTES) {
            return text;
        }
        int end = text.offsetByCodePoints(0, Math.min(text.codePointCount(0, text.length()), MAX_BYTES));
        while (bytes(text.substring(0, end)) > MAX_BYTES - bytes(ELLIPSIS)) {
            end = text.offsetByCodePoints(end, -1);
        }
        return text.substring(0, end) + ELLIPSIS;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
