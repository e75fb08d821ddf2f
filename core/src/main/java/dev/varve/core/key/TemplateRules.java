package dev.varve.core.key;

import dev.varve.core.Rejected;
import java.util.List;

/** What a single template must keep to, so that each of its keys can be parsed back in one way only. */
final class TemplateRules {

    /** What may follow a text part: it is encoded inside the part, and no encoded text contains it. */
    private static final Ascii SEPARATORS = Ascii.of(" !\"#$&'()*+,-./:;<=>?@[\\]^_`|~");

    private TemplateRules() {}

    /** Returns the characters to encode inside text parts. */
    static Ascii reserved(List<Part> parts) {
        Ascii reserved = Ascii.of("#%");
        for (int i = 0; i + 1 < parts.size(); i++) {
            if (parts.get(i) instanceof Part.Free && parts.get(i + 1) instanceof Part.Literal next) {
                reserved = reserved.with(next.text().charAt(0));
            }
        }
        return reserved;
    }

    static void check(String source, KeyRole role, List<Part> parts, Vocabulary vocabulary) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof Part.Clock clock) {
                checkClock(source, role, parts, clock.form(), vocabulary);
            }
            if (parts.get(i) instanceof Part.Shard && role == KeyRole.SORT) {
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
            String source, KeyRole role, List<Part> parts, ClockForm form, Vocabulary vocabulary) {
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
                && parts.stream().filter(Part.Clock.class::isInstance).count() > 1) {
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

    private static void checkNeighbours(String source, Part part, Part next) {
        if (part instanceof Part.Literal || part instanceof Part.Clock) {
            return;
        }
        String name = part instanceof Part.Free free ? "{" + free.name() + "}" : "{shard:n}";
        if (!(next instanceof Part.Literal literal)) {
            throw refused(
                    source,
                    "key.ambiguous",
                    "has nothing between " + name + " and the part behind it, so a key could be cut in several ways."
                            + " Write a separator such as # between them");
        }
        char separator = literal.text().charAt(0);
        if (part instanceof Part.Shard ? Ascii.DIGITS.contains(separator) : !SEPARATORS.contains(separator)) {
            throw refused(
                    source,
                    "key.bad-separator",
                    "has '" + separator + "' behind " + name + ", which the part itself may contain. Use punctuation"
                            + " such as # to end it, but not %");
        }
        if (part instanceof Part.Free free
                && free.type() == PartType.NUMBER
                && !NumberText.SEPARATORS.contains(separator)) {
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
