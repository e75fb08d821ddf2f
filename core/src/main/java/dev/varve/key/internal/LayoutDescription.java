package dev.varve.key.internal;

import dev.varve.key.PartType;
import dev.varve.key.Parts;
import java.time.Instant;

/** Writes what a layout is, for people. */
final class LayoutDescription {

    /** The clock of examples, the one of the design's own examples. */
    static final Instant EXAMPLE_CLOCK = Instant.ofEpochSecond(1_776_693_600);

    private LayoutDescription() {}

    /** Returns both templates with an example: each text is the name of its part, each number 42. */
    static String of(TemplatePair pair, Instant clock) {
        Parts values = Parts.none();
        for (TemplatePart.Free part : pair.free()) {
            values =
                    part.type() == PartType.TEXT ? values.with(part.name(), part.name()) : values.with(part.name(), 42);
        }
        LayoutKey example = pair.write(values, clock);
        String text = "partition " + pair.partition() + ", for example " + example.partition();
        return pair.sort() == null ? text : text + "\nsort " + pair.sort() + ", for example " + example.sort();
    }
}
