package dev.varve.key.internal;

import dev.varve.error.Rejected;
import dev.varve.key.PartType;
import dev.varve.key.Tick;
import java.util.List;

/** What a single template must keep to, so that each of its keys can be parsed back in one way only. */
final class TemplateRules {

    /** What may follow a text part: it is encoded inside the part, and no encoded text contains it. */
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

    static void check(String source, KeyRole role, List<TemplatePart> parts, Placeholders vocabulary) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof TemplatePart.Clock clock) {
                checkClock(source, role, parts, clock.form(), vocabulary);
            }
            if (parts.get(i) instanceof TemplatePart.Shard && role == KeyRole.SORT) {
                throw refused(
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
            String source, KeyRole role, List<TemplatePart> parts, ClockFormat form, Placeholders vocabulary) {
        String clock = vocabulary.clock();
        if (role == KeyRole.PARTITION && form.isExact()) {
            throw refused(
                    source,
                    "key.raw-clock-in-partition",
                    "is a partition key and holds the clock without a bucket, so each tick would be a partition of"
                            + " its own. Write a bucket, such as {" + clock + ":day}, and {" + clock
                            + "} in the sort template");
        }
        if (role == KeyRole.SORT
                && parts.stream().filter(TemplatePart.Clock.class::isInstance).count() > 1) {
            throw refused(
                    source,
                    "key.two-clocks-in-sort",
                    "is a sort key and holds the clock twice; keep the one to be sorted by");
        }
        if (form.isNumber() && parts.size() > 1) {
            throw refused(
                    source,
                    "key.epoch-not-alone",
                    "mixes {" + clock + ":epoch} with other parts; a number sort key holds nothing else. Write {"
                            + clock + "} for a text");
        }
        if (form.isNumber() && vocabulary.tick() == Tick.NANOS) {
            throw refused(
                    source,
                    "key.epoch-nanos",
                    "holds the clock as epoch number at a tick of NANOS; epoch numbers are seconds or milliseconds."
                            + " Choose the tick SECONDS or MILLIS, or write {" + clock + "}");
        }
        if (form.isUlid() && vocabulary.tick() != Tick.MILLIS) {
            throw refused(
                    source,
                    "key.ulid-tick",
                    "holds the clock as a ULID does, in milliseconds, at a tick of " + vocabulary.tick()
                            + ". Choose the tick MILLIS, or write {" + clock + "}");
        }
    }

    private static void checkNeighbours(String source, TemplatePart part, TemplatePart next) {
        if (part instanceof TemplatePart.Literal || part instanceof TemplatePart.Clock) {
            return;
        }
        String name = part instanceof TemplatePart.Free free ? "{" + free.name() + "}" : "{shard:n}";
        if (!(next instanceof TemplatePart.Literal literal)) {
            throw refused(
                    source,
                    "key.ambiguous",
                    "has nothing between " + name + " and the part behind it, so a key could be cut in several ways."
                            + " Write a separator such as # between them");
        }
        char separator = literal.text().charAt(0);
        if (part instanceof TemplatePart.Shard
                ? AsciiSet.DIGITS.contains(separator)
                : !SEPARATORS.contains(separator)) {
            throw refused(
                    source,
                    "key.bad-separator",
                    "has '" + separator + "' behind " + name + ", which the part itself may contain. Use punctuation"
                            + " such as # to end it, but not %");
        }
        if (part instanceof TemplatePart.Free free
                && free.type() == PartType.NUMBER
                && !SortableNumber.SEPARATORS.contains(separator)) {
            throw refused(
                    source,
                    "key.number-separator",
                    "has '" + separator + "' behind the number " + name
                            + ", which would break the order of numbers. Use # or another character below '.'");
        }
    }

    static Rejected refused(String source, String code, String what) {
        return new Rejected(code, "template \"" + source + "\" " + what);
    }
}
