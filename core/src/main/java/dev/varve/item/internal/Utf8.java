package dev.varve.item.internal;

import dev.varve.error.Rejected;

/** Measures and compares texts by their UTF-8 bytes, as DynamoDB does. */
public final class Utf8 {

    private Utf8() {}

    /** Returns the length of the text in UTF-8; rejects a lone surrogate, which has no encoding. */
    public static int length(String text) {
        return isAscii(text) ? text.length() : lengthBeyondAscii(text);
    }

    /** Returns at max the first {@code max} characters of a text, without splitting a surrogate pair. */
    public static String cut(String text, int max) {
        if (text.length() <= max) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max);
    }

    /** A loop without branches, because most texts are ASCII and every request measures some. */
    private static boolean isAscii(String text) {
        int bits = 0;
        for (int i = 0; i < text.length(); i++) {
            bits |= text.charAt(i);
        }
        return bits < 0x80;
    }

    private static int lengthBeyondAscii(String text) {
        int bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                bytes += c < 0x800 ? 1 : 2;
                if (Character.isSurrogate(c)) {
                    if (Character.isLowSurrogate(c)
                            || i + 1 == text.length()
                            || !Character.isLowSurrogate(text.charAt(i + 1))) {
                        throw new Rejected(
                                "item.text-not-unicode",
                                "text has half a surrogate pair (\\u%04x) at index %s; it has no UTF-8 encoding: remove it"
                                        .formatted((int) c, i));
                    }
                    // A pair is two chars and four bytes; the high surrogate has already counted for three.
                    i++;
                }
            }
        }
        return bytes;
    }

    /** Compares two texts as DynamoDB does, by their UTF-8 bytes, which is the order of their code points. */
    public static int compare(String a, String b) {
        int shorter = Math.min(a.length(), b.length());
        for (int i = 0; i < shorter; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                // Surrogates stand for code points above U+FFFF, but sort below U+E000 as chars.
                boolean xHigh = Character.isSurrogate(x);
                boolean yHigh = Character.isSurrogate(y);
                return xHigh == yHigh ? Character.compare(x, y) : xHigh ? 1 : -1;
            }
        }
        return Integer.compare(a.length(), b.length());
    }
}
