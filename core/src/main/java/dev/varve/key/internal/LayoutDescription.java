package dev.varve.key.internal;

import dev.varve.key.PartType;
import dev.varve.key.Parts;
import java.time.Instant;

/** Describes a layout for people. */
final class LayoutDescription {

    private LayoutDescription() {}

    /** Returns both templates with an example; each text part has its own name as value, each number part 42. */
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
