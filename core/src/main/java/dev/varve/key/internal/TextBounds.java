package dev.varve.key.internal;

import dev.varve.key.PartRange;

/**
 * Where the keys are whose text part is at least, or below, a bound: the ends of the shortest run of keys that holds all
 * of them.
 *
 * <p>Keys do not sort as the texts in them do. What follows a part in the key is compared with the characters of a longer
 * text, so {@code New#…} is behind {@code New York#…}. Escaped characters sort where {@code %} does. Such a run may
 * therefore hold other keys too: {@link PartRange#holds} tells them apart.
 */
final class TextBounds {

    private static final char ESCAPE = '%';
    private static final int ASCII_END = 128;

    private final String before;
    private final AsciiSet reserved;
    private final String after;

    /**
     * @param before the text of the key up to the part
     * @param reserved the characters that are escaped in the part
     * @param after the literal behind the part, empty where the key ends with the part
     */
    TextBounds(String before, AsciiSet reserved, String after) {
        this.before = before;
        this.reserved = reserved;
        this.after = after;
    }

    /**
     * Returns the lowest text that a key can have whose part is at least the bound.
     *
     * <p>A larger part equals the bound up to some character, and has a larger character there, or is longer. Its key is
     * below that of the bound if the escape of the larger character sorts lower. The first character of the bound for
     * which there is such a larger one gives the lowest key.
     */
    String atLeast(String bound) {
        var out = new StringBuilder(before);
        for (int i = 0; i < bound.length(); i = bound.offsetByCodePoints(i, 1)) {
            int here = bound.codePointAt(i);
            if (here == Character.MAX_CODE_POINT) {
                return out.append(ESCAPE).toString();
            }
            if (isReserved(here) && here < ESCAPE) {
                // Characters between this one and the escape are larger, and sort below it.
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
     * Returns the highest text that a key can have whose part is below the bound.
     *
     * <p>A smaller part equals the bound up to some character, and has a smaller character there, or ends there. The first
     * character of the bound at which such a part has a higher key gives the highest one.
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

    /** Returns how the highest of the smaller characters begins whose escape sorts higher; empty if there is none. */
    private String smallerButBehind(int here) {
        if (here == ESCAPE) {
            // The text of the escape of the last character may be smaller, and sorts behind the escape of this one.
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

    /** Returns the first reserved character from this one on, upwards or downwards; the end of ASCII or -1 for none. */
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
