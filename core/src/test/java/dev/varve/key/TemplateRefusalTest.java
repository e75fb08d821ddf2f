package dev.varve.key;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.key.internal.Layout;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.key.internal.SortBounds;
import dev.varve.key.internal.text.ClockDomain;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every declaration and value that is rejected, with its message. */
class TemplateRefusalTest {

    private static final Instant CLOCK = Instant.parse("2026-04-20T14:00:00Z");

    @Test
    void unknownPart() {
        assertRejected(
                "key.unknown-part",
                "template \"DEVICE#{device}\" names {device}, which is unknown; the known parts are [deviceId,"
                        + " level], the clock"
                        + " {at} and {shard:n}. Correct the name, or add it",
                () -> Layout.series("at")
                        .parts(Map.of("deviceId", PartType.TEXT, "level", PartType.NUMBER))
                        .keys("DEVICE#{device}", "{at}")
                        .build());
        assertRejected(
                "key.unknown-part",
                "template \"A#{b}\" names {b}, which is unknown; the known parts are [a] and {shard:n}. Correct the"
                        + " name, or add"
                        + " it",
                () -> Layout.entity("A#{b}", Map.of("a", PartType.TEXT)));
        assertRejected(
                "key.unknown-part",
                "template \"A#{}\" has the placeholder {} without a name; name a part",
                () -> Layout.entity("A#{}"));
    }

    @Test
    void missingClock() {
        assertRejected(
                "key.missing-clock",
                "templates \"DEVICE#{id}\" / \"READING\" do not hold the clock {at}; end the sort template with {at}",
                () -> series("DEVICE#{id}", "READING"));
    }

    @Test
    void rawClockInThePartition() {
        assertRejected(
                "key.raw-clock-in-partition",
                "template \"{id}#{at}\" is a partition key with the clock but without a bucket, so each tick would be"
                        + " its own partition. Write a bucket, such as {at:day}, and {at} in the sort template",
                () -> series("{id}#{at}", "{at}"));
        assertRejected("key.raw-clock-in-partition", () -> series("{id}#{at:epoch}", "{at}"));
        assertRejected("key.raw-clock-in-partition", () -> series("{id}#{at:ulid}", "{at}"));
    }

    @Test
    void ambiguous() {
        assertRejected(
                "key.ambiguous",
                "template \"{a}{b}\" has nothing between {a} and the next part, so a key could be parsed in several"
                        + " ways. Write a separator such as # between them",
                () -> series("{a}{b}", "{at}"));
        assertRejected("key.ambiguous", () -> series("{a}{at:day}", "{at}"));
        assertRejected("key.ambiguous", () -> series("{shard:3}{at:day}", "{at}"));
        assertRejected("key.ambiguous", () -> series("{a}", "{b}{at}"));
    }

    @Test
    void badSeparator() {
        assertRejected(
                "key.bad-separator",
                "template \"{a}x{b}\" has 'x' behind {a}, which the part itself may contain. End the part with"
                        + " punctuation such as #, but not %",
                () -> series("{a}x{b}", "{at}"));
        assertRejected("key.bad-separator", () -> series("{a}%{b}", "{at}"));
        assertRejected("key.bad-separator", () -> series("{a}é{b}", "{at}"));
        assertRejected("key.bad-separator", () -> series("{shard:3}5", "{at}"));
    }

    @Test
    void separatorAfterANumber() {
        assertRejected(
                "key.number-separator",
                "template \"{n}|{id}\" has '|' behind the number {n}, which would break the order of numbers. Use # or"
                        + " another character below '.'",
                () -> Layout.entity("P", "{n}|{id}", Map.of("n", PartType.NUMBER, "id", PartType.TEXT)));
    }

    @Test
    void duplicatePart() {
        assertRejected(
                "key.duplicate-part",
                "template \"{a}#{a}\" names {a} twice; remove one of them",
                () -> Layout.entity("{a}#{a}"));
        assertRejected(
                "key.duplicate-part",
                "template \"{shard:2}#{shard:3}\" has two shards; keep one, with as many shards as both together",
                () -> series("{shard:2}#{shard:3}", "{at}"));
    }

    @Test
    void shards() {
        for (String shard : new String[] {
            "{shard}",
            "{shard:}",
            "{shard:0}",
            "{shard:1001}",
            "{shard:-1}",
            "{shard:x}",
            "{shard:007}",
            "{shard:99999999999}"
        }) {
            assertRejected(
                    "key.shard-count",
                    "template \"" + shard + "\" has " + shard
                            + "; write {shard:n} with n from 1 to 1000, because a range read queries every shard",
                    () -> series(shard, "{at}"));
        }
        assertRejected(
                "key.shard-in-sort",
                "template \"{at}#{shard:3}\" is a sort key and has a shard; shards spread partitions. Move {shard:n} to"
                        + " the partition template",
                () -> series("{id}", "{at}#{shard:3}"));
        assertRejected(
                "key.useless-shard",
                "template \"STATUS#{status}#{shard:4}\" has a shard, but the sort template cannot distinguish items"
                        + " of one partition, so all would be on one shard. Add a part to the sort template, or leave"
                        + " the shard out",
                () -> Layout.entity("STATUS#{status}#{shard:4}", "ALL"));
        assertRejected("key.useless-shard", () -> Layout.entity("STATUS#{status}#{shard:4}"));
    }

    @Test
    void braces() {
        assertRejected(
                "key.unbalanced-braces",
                "template \"DEVICE#{id\" has an unbalanced brace at index 7; braces enclose a part, as in"
                        + " DEVICE#{deviceId}",
                () -> Layout.entity("DEVICE#{id"));
        assertRejected("key.unbalanced-braces", () -> Layout.entity("DEVICE#id}"));
        assertRejected("key.unbalanced-braces", () -> Layout.entity("DEVICE#{{id}}"));
        assertRejected("key.unbalanced-braces", () -> Layout.entity("{a}}"));
    }

    @Test
    void emptyTemplate() {
        assertRejected(
                "key.empty-template",
                "template \"\" is empty; DynamoDB has no empty keys. Give it a literal or a part",
                () -> Layout.entity(""));
        assertRejected("key.empty-template", () -> series("{id}", ""));
    }

    @Test
    void unknownGrain() {
        assertRejected(
                "key.unknown-grain",
                "template \"{id}#{at:week}\" has {at:week}, but \"week\" is not a grain; use minute, hour, day, month"
                        + " or year, or epoch for a number, or ulid for the clock of a ULID",
                () -> series("{id}#{at:week}", "{at}"));
        assertRejected("key.unknown-grain", () -> series("{id}#{at:}", "{at}"));
        assertRejected("key.unknown-grain", () -> series("{id}", "{at:DAY}"));
    }

    @Test
    void unknownModifier() {
        String remedy = "; a grain can be followed by start, as in {at:day:start}, and dashed after hour, as in"
                + " {at:hour:dashed}";
        for (String part : new String[] {"{at:day:dashed}", "{at:day:end}", "{at:day:start:start}", "{at:day:}"}) {
            assertRejected(
                    "key.unknown-modifier",
                    "template \"" + part + "\" has " + part + remedy,
                    () -> series("{id}", part));
        }
        assertRejected(
                "key.unknown-modifier",
                "template \"{id:day}\" has {id:day}, but only the clock and the shard take a modifier; the clock is {at}."
                        + " Write {id}",
                () -> series("{id:day}", "{at}"));
        assertRejected(
                "key.unknown-modifier",
                "template \"{at:day}\" has {at:day}, but only the clock and the shard take a modifier. Write {at}",
                () -> Layout.entity("{at:day}"));
    }

    @Test
    void clocksInTheSortKey() {
        assertRejected(
                "key.two-clocks-in-sort",
                "template \"{at:day}#{at}\" is a sort key with two clocks; keep the one to sort by",
                () -> series("{id}", "{at:day}#{at}"));
        assertRejected(
                "key.epoch-not-alone",
                "template \"READING#{at:epoch}\" mixes {at:epoch} with other parts; a number sort key holds nothing else."
                        + " Write {at} for a text",
                () -> series("{id}", "READING#{at:epoch}"));
        assertRejected(
                "key.epoch-nanos",
                "template \"{at:epoch}\" holds the clock as epoch number at a tick of NANOS; epoch numbers are seconds or"
                        + " milliseconds. Choose the tick SECONDS or MILLIS, or write {at}",
                () -> Layout.series("at")
                        .tick(Tick.NANOS)
                        .keys("{id}", "{at:epoch}")
                        .build());
        assertRejected(
                "key.sort-coarser-than-bucket",
                "template \"{at:month}\" sorts by a coarser bucket than the partition, which has a day in"
                        + " \"{id}#{at:day}\"; sort by {at} or by a bucket that is not coarser",
                () -> series("{id}#{at:day}", "{at:month}"));
    }

    @Test
    void identity() {
        assertRejected(
                "key.part-before-clock",
                "{stream} is before the clock in \"{id}\" / \"{stream}#{at}\", so a time range is contiguous only for"
                        + " one stream; the identity is [id]. Add stream to the identity, or write it behind {at}",
                () -> Layout.series("at")
                        .identity("id")
                        .keys("{id}", "{stream}#{at}")
                        .build());
        assertRejected(
                "key.identity-not-in-key",
                "identity deviceId is not before the clock in \"{location}\" / \"{at}#{deviceId}\", so events of different"
                        + " deviceId would be mixed; write {deviceId} into the partition template",
                () -> Layout.series("at")
                        .identity("location", "deviceId")
                        .keys("{location}", "{at}#{deviceId}")
                        .build());
    }

    @Test
    void declaration() {
        assertRejected(
                "key.no-keys",
                "a layout needs templates; give them first with keys(partition, sort)",
                () -> Layout.series("at").build());
        assertRejected(
                "key.keys-twice",
                "the keys of a layout are given twice, \"{a}\" and \"{b}\"; open an epoch for the second with"
                        + " since(instant, …)",
                () -> Layout.series("at").keys("{a}", "{at}").keys("{b}", "{at}"));
        assertRejected(
                "key.clock-name",
                "the clock cannot be named shard, which {shard:n} stands for; rename the clock",
                () -> Layout.series("shard").keys("{a}", "{shard}"));
    }

    @Test
    void literals() {
        assertRejected(
                "key.bad-literal",
                "template \"A\uDBFF\uDFFF\" contains U+10FFFF, which marks the end of ranges; leave it out",
                () -> Layout.entity("A\uDBFF\uDFFF"));
        assertRejected(
                "key.lone-surrogate",
                "template \"A\uD83D\" has half of a surrogate pair, U+D83D, at index 1, which UTF-8 cannot encode;"
                        + " split texts between code points, not between chars",
                () -> Layout.entity("A\uD83D"));
    }

    @Test
    void values() {
        var layout = series("D#{id}", "{at}#{eventId}");
        Parts event = Parts.of("eventId", "e");
        assertRejected(
                "key.empty-part",
                "part id is empty; a key part has at least one character. Give the item an id, or leave it out",
                () -> event.with("id", ""));
        assertRejected(
                "key.missing-part",
                "part id is missing; the given parts are [eventId]. Add it with Parts.with(\"id\", …)",
                () -> layout.write(event, CLOCK));
        assertRejected(
                "key.wrong-type",
                "part id is the number 7, but the template takes a text; declare id as a number, or convert the value",
                () -> layout.write(event.with("id", 7), CLOCK));
        var numbers = Layout.entity("{n}", Map.of("n", PartType.NUMBER));
        assertRejected(
                "key.wrong-type",
                "part n is the text seven, but the template takes a number; declare n as a text, or convert the value",
                () -> numbers.write(Parts.of("n", "seven")));
        assertRejected(
                "key.lone-surrogate",
                "part id has half of a surrogate pair, U+DE00, at index 1, which UTF-8 cannot encode; split texts"
                        + " between code points, not between chars",
                () -> layout.write(event.with("id", "x\uDE00y"), CLOCK));
        assertRejected("key.lone-surrogate", () -> layout.write(event.with("id", "x\uD83D"), CLOCK));
    }

    @Test
    void keysBeyondTheLimits() {
        var layout = series("D#{id}", "{at}#{eventId}");
        assertRejected(
                "key.too-long",
                "partition key of template \"D#{id}\" needs 2049 bytes and begins with"
                        + " \"D#xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"; DynamoDB allows 2048. Shorten [id]: a"
                        + " non-ASCII character takes up to 4 bytes, an encoded character 3",
                () -> layout.write(Parts.of("id", "x".repeat(2_047), "eventId", "e"), CLOCK));
        layout.write(Parts.of("id", "x".repeat(2_046), "eventId", "e"), CLOCK);
        layout.write(Parts.of("id", "😀".repeat(511), "eventId", "e"), CLOCK);
        assertRejected("key.too-long", () -> layout.write(Parts.of("id", "😀".repeat(512), "eventId", "e"), CLOCK));
        assertRejected(
                "key.too-long",
                "sort key of template \"{at}#{eventId}\" needs 1025 bytes and begins with"
                        + " \"2026-04-20T14:00:00.000Z#ééééééééééééééé\"; DynamoDB allows 1024. Shorten [eventId]: a"
                        + " non-ASCII character takes up to 4 bytes, an encoded character 3",
                () -> layout.write(Parts.of("id", "d", "eventId", "é".repeat(500)), CLOCK));
    }

    @Test
    void everyWritableKeyCanBeReadByRange() {
        var layout = series("D#{id}", "{stream}#{at}#{eventId}");
        Parts event = Parts.of("id", "d", "eventId", "e");
        assertRejected("key.too-long", () -> layout.write(event.with("stream", "x".repeat(1_024 - 26 - 3)), CLOCK));
        Parts longest = event.with("stream", "x".repeat(1_024 - 26 - 4));
        layout.write(longest, CLOCK);
        SortBounds bounds = layout.plan(longest, TimeRange.all())
                .iterator()
                .next()
                .slices()
                .get(0)
                .bounds();
        assertThat(((SortBounds.Between) bounds).atMost().toString().getBytes(StandardCharsets.UTF_8))
                .hasSize(1_024);
    }

    @Test
    void clocksOutsideTheDomain() {
        var layout = series("D#{id}", "{at}");
        assertRejected(
                "key.clock-out-of-range",
                "clock at epoch second 1776693600000 is outside the years 0001 to 9999 that a key can hold. Is the unit right:"
                        + " seconds, milliseconds?",
                () -> layout.write(Parts.of("id", "d"), Instant.ofEpochSecond(CLOCK.toEpochMilli())));
        assertRejected(
                "key.clock-out-of-range", () -> layout.write(Parts.of("id", "d"), ClockDomain.FIRST.minusNanos(1)));
        assertRejected("key.clock-out-of-range", () -> layout.write(Parts.of("id", "d"), ClockDomain.END));
    }

    private static SeriesLayout series(String partition, String sort) {
        return Layout.series("at").keys(partition, sort).build();
    }
}
