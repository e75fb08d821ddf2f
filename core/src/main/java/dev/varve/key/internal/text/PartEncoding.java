package dev.varve.key.internal.text;

import dev.varve.error.Rejected;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Encodes values of parts in keys and decodes them.
 *
 * <p>A reserved character is written as {@code %} and the two hexadecimal digits of each of its UTF-8 bytes. Reserved
 * are {@code #}, {@code %} and, depending on the template, the characters that follow a part in it.
 */
public final class PartEncoding {

    /**
     * The last code point of Unicode: no key contains it, so a prefix followed by it sorts after all keys with the
     * prefix.
     */
    public static final String CEILING = "\uDBFF\uDFFF";

    /** The length of {@link #CEILING} in UTF-8. */
    public static final int CEILING_BYTES = 4;

    private static final String CEILING_ENCODED = "%F4%8F%BF%BF";
    private static final String HEX = "0123456789ABCDEF";

    private PartEncoding() {}

    /** Appends a value, with reserved characters encoded. */
    public static void append(StringBuilder out, String name, String value, AsciiSet reserved) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isSurrogate(c) || reserved.contains(c)) {
                appendEncoded(out.append(value, 0, i), name, value, i, reserved);
                return;
            }
        }
        out.append(value);
    }

    /** Returns whether {@link #append} writes this value as it is. */
    public static boolean isPlain(String value, AsciiSet reserved) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isSurrogate(c) || reserved.contains(c)) {
                return false;
            }
        }
        return true;
    }

    private static void appendEncoded(StringBuilder out, String name, String value, int from, AsciiSet reserved) {
        for (int i = from; i < value.length(); i++) {
            char c = value.charAt(i);
            if (reserved.contains(c)) {
                out.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
            } else if (!Character.isSurrogate(c)) {
                out.append(c);
            } else {
                int codePoint = value.codePointAt(i);
                if (!Character.isSupplementaryCodePoint(codePoint)) {
                    throw loneSurrogate("part " + name, c, i);
                }
                if (codePoint == Character.MAX_CODE_POINT) {
                    out.append(CEILING_ENCODED);
                } else {
                    out.appendCodePoint(codePoint);
                }
                i++;
            }
        }
    }

    public static Rejected loneSurrogate(String what, char c, int index) {
        return new Rejected(
                "key.lone-surrogate",
                what + " has half of a surrogate pair, U+"
                        + Integer.toHexString(c).toUpperCase(Locale.ROOT)
                        + ", at index " + index
                        + ", which UTF-8 cannot encode; split texts between code points, not between chars");
    }

    /** Returns the decoded value; the result is undefined for a text that {@code append} did not write. */
    public static String decode(String encoded) {
        if (encoded.indexOf('%') < 0) {
            return encoded;
        }
        byte[] bytes = encoded.getBytes(StandardCharsets.UTF_8);
        int length = 0;
        for (int i = 0; i < bytes.length; i++) {
            int high = i + 2 < bytes.length && bytes[i] == '%' ? Character.digit(bytes[i + 1], 16) : -1;
            int low = high >= 0 ? Character.digit(bytes[i + 2], 16) : -1;
            if (low >= 0) {
                bytes[length++] = (byte) ((high << 4) | low);
                i += 2;
            } else {
                bytes[length++] = bytes[i];
            }
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    /** Returns an upper bound for all texts below this one, which must not be empty. */
    public static String below(String text) {
        int last = text.codePointBefore(text.length());
        String rest = text.substring(0, text.length() - Character.charCount(last));
        if (last == 0) {
            return rest;
        }
        // Surrogates are not characters of their own.
        int lower = last - 1 == Character.MAX_SURROGATE ? Character.MIN_SURROGATE - 1 : last - 1;
        return rest + Character.toString(lower) + CEILING;
    }

    /** Compares texts as DynamoDB does: by their UTF-8 bytes. */
    public static int compare(String a, String b) {
        return Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Compares values of a part by their UTF-8 bytes; the last code point of Unicode is compared in its encoded form.
     */
    public static int compareParts(String a, String b) {
        return compare(a.replace(CEILING, CEILING_ENCODED), b.replace(CEILING, CEILING_ENCODED));
    }

    /** Returns the length in UTF-8 of a text up to an index; the text must have no lone surrogates. */
    public static int utf8Length(String text, int end) {
        int length = end;
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                // A surrogate pair is two chars and four bytes.
                length += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
            }
        }
        return length;
    }
}
