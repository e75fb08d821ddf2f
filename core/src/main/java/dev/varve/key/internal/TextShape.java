package dev.varve.key.internal;

import dev.varve.key.PartType;
import dev.varve.key.internal.text.AsciiSet;
import dev.varve.key.internal.text.UlidClock;
import java.util.ArrayList;
import java.util.List;

/**
 * A superset of the texts that a template can write: if two shapes are disjoint, so are the texts.
 *
 * <p>A shape is a list of places. Each place holds one character of a set, or a run of one or more.
 */
final class TextShape {

    /** One place; {@code other} is the accepted non-ASCII character, or one of the constants. */
    private record Place(AsciiSet ascii, int other, boolean repeats) {
        static final int NO_OTHER = -1;
        static final int ANY_OTHER = -2;

        boolean meets(Place that) {
            boolean otherMeets = (other == ANY_OTHER && that.other != NO_OTHER)
                    || (that.other == ANY_OTHER && other != NO_OTHER)
                    || (other == that.other && other != NO_OTHER);
            return otherMeets || !ascii.and(that.ascii).isEmpty();
        }
    }

    private static final Place DIGIT = new Place(AsciiSet.DIGITS, Place.NO_OTHER, false);
    private static final Place ULID = new Place(AsciiSet.of(UlidClock.DIGITS), Place.NO_OTHER, false);
    private static final Place NUMBER = new Place(AsciiSet.of("pn0123456789:.~"), Place.NO_OTHER, true);
    private static final Place ANYTHING = new Place(AsciiSet.NONE.not(), Place.ANY_OTHER, true);

    private final List<Place> places;

    private TextShape(List<Place> places) {
        this.places = List.copyOf(places);
    }

    static TextShape of(Template template) {
        return new TextShape(places(template, template.parts().size()));
    }

    /** Returns the sort keys that a range read can return. */
    static TextShape ofRange(Template sort) {
        int clockAt = sort.clockAt();
        if (clockAt >= 0) {
            List<Place> places = places(sort, clockAt);
            places.add(DIGIT);
            places.add(ANYTHING);
            return new TextShape(places);
        }
        boolean literal = sort.parts().get(0) instanceof TemplatePart.Literal;
        List<Place> places = places(sort, literal ? 1 : 0);
        if (sort.parts().size() > 1 || !literal) {
            places.add(ANYTHING);
        }
        return new TextShape(places);
    }

    private static List<Place> places(Template template, int end) {
        List<Place> places = new ArrayList<>();
        // Escapes begin with %, so encoded texts contain it.
        AsciiSet free = template.reserved().not().with('%');
        for (TemplatePart part : template.parts().subList(0, end)) {
            if (part instanceof TemplatePart.Literal literal) {
                literal.text().chars().forEach(c -> places.add(one((char) c)));
            } else if (part instanceof TemplatePart.Clock clock) {
                addClock(places, clock.format());
            } else if (part instanceof TemplatePart.Shard) {
                places.add(new Place(AsciiSet.DIGITS, Place.NO_OTHER, true));
            } else if (part instanceof TemplatePart.Free value) {
                places.add(value.type() == PartType.NUMBER ? NUMBER : new Place(free, Place.ANY_OTHER, true));
            }
        }
        return places;
    }

    private static void addClock(List<Place> places, ClockFormat format) {
        for (char c : format.pattern().toCharArray()) {
            places.add(format.isUlid() ? ULID : c == '0' ? DIGIT : one(c));
        }
    }

    private static Place one(char c) {
        return c < 128 ? new Place(AsciiSet.NONE.with(c), Place.NO_OTHER, false) : new Place(AsciiSet.NONE, c, false);
    }

    /** Returns whether some text may have both shapes. */
    boolean meets(TextShape that) {
        // reached[i][j]: some text fills the first i places here and the first j places there.
        boolean[][] reached = new boolean[places.size() + 1][that.places.size() + 1];
        reached[0][0] = true;
        for (int i = 0; i < places.size(); i++) {
            for (int j = 0; j < that.places.size(); j++) {
                Place here = places.get(i);
                Place there = that.places.get(j);
                if (!reached[i][j] || !here.meets(there)) {
                    continue;
                }
                reached[i + 1][j + 1] = true;
                // A repeating place stays for the next character while the other place advances.
                reached[i][j + 1] |= here.repeats();
                reached[i + 1][j] |= there.repeats();
            }
        }
        return reached[places.size()][that.places.size()];
    }
}
