package dev.varve.key.internal;

import dev.varve.error.Rejected;
import dev.varve.key.PartType;
import dev.varve.key.Tick;
import dev.varve.key.internal.text.AsciiSet;
import dev.varve.key.internal.text.SortableNumber;
import java.util.List;

/** Checks a single template, so that each of its keys can be parsed in only one way. */
final class TemplateRules {

    /**
     * The characters that may follow a text part: they are encoded inside the part, and no encoded text contains them.
     */
    private static final AsciiSet SEPARATORS = AsciiSet.of(" !\"#$&'()*+,-./:;<=>?@[\\]^_`|~");

    private TemplateRules() {}

    /** Returns the characters to encode inside text parts. */
    static AsciiSet reserved(List<TemplatePart> parts) {
        AsciiSet reserved = AsciiSet.of("#%");
        for (int i = 0; i + 1 < parts.size(); i++) {
            if (parts.get(i) instanceof TemplatePart.Free && parts.get(i + 1) instanceof TemplatePart.Literal next) {
                reserved = reserved.with(next.text().charAt(0));
            }
        }
        return reserved;
    }

    static void check(String source, KeyRole role, List<TemplatePart> parts, Placeholders placeholders) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof TemplatePart.Clock clock) {
                checkClock(source, role, parts, clock.format(), placeholders);
            }
            if (parts.get(i) instanceof TemplatePart.Shard && role == KeyRole.SORT) {
                throw rejected(
                        source,
                        "key.shard-in-sort",
                        "is a sort key and has a shard; shards spread partitions. Move {shard:n} to the partition"
                                + " template");
            }
            if (i + 1 < parts.size()) {
                checkNeighbours(source, parts.get(i), parts.get(i + 1));
            }
        }
    }

    private static void checkClock(
            String source, KeyRole role, List<TemplatePart> parts, ClockFormat format, Placeholders placeholders) {
        String clock = placeholders.clock();
        if (role == KeyRole.PARTITION && format.isExact()) {
            throw rejected(
                    source,
                    "key.raw-clock-in-partition",
                    "is a partition key with the clock but without a bucket, so each tick would be its own partition."
                            + " Write a bucket, such as {" + clock + ":day}, and {" + clock
                            + "} in the sort template");
        }
        if (role == KeyRole.SORT
                && parts.stream().filter(TemplatePart.Clock.class::isInstance).count() > 1) {
            throw rejected(source, "key.two-clocks-in-sort", "is a sort key with two clocks; keep the one to sort by");
        }
        if (format.isNumber() && parts.size() > 1) {
            throw rejected(
                    source,
                    "key.epoch-not-alone",
                    "mixes {" + clock + ":epoch} with other parts; a number sort key holds nothing else. Write {"
                            + clock + "} for a text");
        }
        if (format.isNumber() && placeholders.tick() == Tick.NANOS) {
            throw rejected(
                    source,
                    "key.epoch-nanos",
                    "holds the clock as epoch number at a tick of NANOS; epoch numbers are seconds or milliseconds."
                            + " Choose the tick SECONDS or MILLIS, or write {" + clock + "}");
        }
        if (format.isUlid() && placeholders.tick() != Tick.MILLIS) {
            throw rejected(
                    source,
                    "key.ulid-tick",
                    "holds the clock as a ULID does, in milliseconds, at a tick of " + placeholders.tick()
                            + ". Choose the tick MILLIS, or write {" + clock + "}");
        }
    }

    private static void checkNeighbours(String source, TemplatePart part, TemplatePart next) {
        if (part instanceof TemplatePart.Literal || part instanceof TemplatePart.Clock) {
            return;
        }
        String name = part instanceof TemplatePart.Free free ? "{" + free.name() + "}" : "{shard:n}";
        if (!(next instanceof TemplatePart.Literal literal)) {
            throw rejected(
                    source,
                    "key.ambiguous",
                    "has nothing between " + name + " and the next part, so a key could be parsed in several ways."
                            + " Write a separator such as # between them");
        }
        char separator = literal.text().charAt(0);
        if (part instanceof TemplatePart.Shard
                ? AsciiSet.DIGITS.contains(separator)
                : !SEPARATORS.contains(separator)) {
            throw rejected(
                    source,
                    "key.bad-separator",
                    "has '" + separator + "' behind " + name + ", which the part itself may contain. End the part"
                            + " with punctuation such as #, but not %");
        }
        if (part instanceof TemplatePart.Free free
                && free.type() == PartType.NUMBER
                && !SortableNumber.SEPARATORS.contains(separator)) {
            throw rejected(
                    source,
                    "key.number-separator",
                    "has '" + separator + "' behind the number " + name
                            + ", which would break the order of numbers. Use # or another character below '.'");
        }
    }

    static Rejected rejected(String source, String code, String what) {
        return new Rejected(code, "template \"" + source + "\" " + what);
    }
}
