package dev.varve.key.internal;

import dev.varve.key.PartRange;
import dev.varve.key.internal.text.AsciiSet;
import dev.varve.key.internal.text.PartEncoding;

/**
 * Computes the bounds of all keys whose text part is at least, or below, a value: the ends of the smallest contiguous
 * range of keys that contains them.
 *
 * <p>Keys do not sort exactly like the texts in them. The literal after a part is compared with the characters of a
 * longer text, so {@code New#…} sorts after {@code New York#…}. Escaped characters sort like {@code %}. The range may
 * therefore contain other keys too; {@link PartRange#holds} filters them out.
 */
final class TextBounds {

    private static final char ESCAPE = '%';
    private static final int ASCII_END = 128;

    private final String before;
    private final AsciiSet reserved;
    private final String after;

    /**
     * @param before the text of the key before the part
     * @param reserved the characters that are escaped in the part
     * @param after the literal after the part, empty if the key ends with the part
     */
    TextBounds(String before, AsciiSet reserved, String after) {
        this.before = before;
        this.reserved = reserved;
        this.after = after;
    }

    /**
     * Returns the lowest key whose part is at least the bound.
     *
     * <p>A larger part equals the bound up to some character, and there has a larger character, or is longer. Its key
     * sorts before the key of the bound if the larger character is escaped and its escape sorts lower. The first
     * position with such a character determines the lowest key.
     */
    String atLeast(String bound) {
        var out = new StringBuilder(before);
        for (int i = 0; i < bound.length(); i = bound.offsetByCodePoints(i, 1)) {
            int here = bound.codePointAt(i);
            if (here == Character.MAX_CODE_POINT) {
                return out.append(ESCAPE).toString();
            }
            if (isReserved(here) && here < ESCAPE) {
                // The characters between this one and % are larger, but sort below its escape.
                return out.append((char) (here + 1)).toString();
            }
            int larger = isReserved(here) || here < ESCAPE ? ASCII_END : reservedFrom(here + 1, 1);
            if (larger < ASCII_END) {
                return out.append(escaped(larger)).toString();
            }
            out.append(escaped(here));
        }
        return out.toString();
    }

    /**
     * Returns the highest key whose part is below the bound.
     *
     * <p>A smaller part equals the bound up to some character, and there has a smaller character, or ends. The first
     * position at which such a part has a higher key than the bound determines the highest key.
     */
    String below(String bound) {
        var out = new StringBuilder(before);
        for (int i = 0; i < bound.length(); i = bound.offsetByCodePoints(i, 1)) {
            int here = bound.codePointAt(i);
            String smaller = smallerButBehind(here);
            String ends = PartEncoding.compare(after, escaped(here)) > 0 ? after : "";
            String highest = PartEncoding.compare(smaller, ends) > 0 ? smaller : ends;
            if (!highest.isEmpty()) {
                return out + highest + PartEncoding.CEILING;
            }
            out.append(escaped(here));
        }
        return PartEncoding.below(out.toString());
    }

    /**
     * Returns the first character of the highest encoded text among smaller characters that sort higher; empty if none
     * does.
     */
    private String smallerButBehind(int here) {
        if (here == ESCAPE) {
            // The encoded last code point may be smaller as a value, but sorts after the escape of this character.
            return String.valueOf(ESCAPE);
        }
        if (isReserved(here)) {
            return here > ESCAPE ? String.valueOf((char) (here - 1)) : "";
        }
        int smaller = here < ESCAPE ? reservedFrom(here - 1, -1) : -1;
        return smaller < 0 ? "" : escaped(smaller);
    }

    private boolean isReserved(int codePoint) {
        return codePoint < ASCII_END && reserved.contains((char) codePoint);
    }

    /**
     * Returns the first reserved character from this one on, upwards or downwards; {@link #ASCII_END} or -1 for none.
     */
    private int reservedFrom(int first, int step) {
        int c = first;
        while (c >= 0 && c < ASCII_END && !isReserved(c)) {
            c += step;
        }
        return c;
    }

    private String escaped(int codePoint) {
        var out = new StringBuilder(4);
        PartEncoding.append(out, "bound", Character.toString(codePoint), reserved);
        return out.toString();
    }
}
