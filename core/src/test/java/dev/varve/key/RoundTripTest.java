package dev.varve.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Refusals;
import dev.varve.error.Seeded;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.ParsedKey;
import dev.varve.key.internal.SortKey;
import dev.varve.key.internal.SortType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RoundTripTest {

    private static final int RUNS = 5_000;

    /** Partition and sort templates with parts a, b, c and the clock, in many combinations. */
    private static final List<List<String>> TEMPLATES = List.of(
            List.of("A#{a}#{b}", "C#{c}#{at}"),
            List.of("{a}|{b}", "{at}|{c}"),
            List.of("{a}-{at:day}-{b}", "{c}:{at}"),
            List.of("{a}#{shard:7}", "{b}/{at}_{c}"),
            List.of("{at:month}{a}", "{at}{b}.{c}"),
            List.of("{at:year}#{a}#{at:hour:dashed}", "x{at:minute}#{b}~{c}!"),
            List.of("%{a}#%%#{b}", "é{at}é#{c}#😀"),
            List.of("{a} {b}#{shard:1000}#{at:hour}", "{at}#{c}"),
            List.of("{a}&{b}?{at:day:start}", "[{c}]({at:hour:start})"),
            List.of("{a}$", "$#{b}#${at}$#{c}$"));

    @Test
    void anyIdAndAnyClockAreReadBack() {
        Seeded.runs(RUNS, random -> {
            List<String> templates = Draw.of(random, TEMPLATES);
            var layout = Layout.series("at")
                    .tick(Draw.of(random, List.of(Tick.values())))
                    .zones(Draw.zones(random))
                    .keys(templates.get(0), templates.get(1))
                    .build();
            Parts parts = Parts.none();
            for (String name : layout.parts()) {
                parts = parts.with(name, Draw.id(random));
            }
            Instant clock = Draw.instant(random);
            LayoutKey key = layout.write(parts, clock);
            assertThat(layout.parse(key)).as("%s", key).isEqualTo(new ParsedKey(parts, layout.floor(clock)));
            assertThat(layout.floor(clock)).isBeforeOrEqualTo(clock);
        });
    }

    @Test
    void onlyKeysThatTheLayoutWritesAreRead() {
        Seeded.runs(RUNS, random -> {
            List<String> templates = Draw.of(random, TEMPLATES);
            var layout =
                    Layout.series("at").keys(templates.get(0), templates.get(1)).build();
            Parts parts = Parts.none();
            for (String name : layout.parts()) {
                parts = parts.with(name, Draw.id(random));
            }
            LayoutKey key = layout.write(parts, Draw.instant(random));
            LayoutKey changed = random.nextBoolean()
                    ? LayoutKey.of(changed(key.partition(), random), text(key))
                    : LayoutKey.of(key.partition(), changed(text(key), random));
            layout.match(changed)
                    .ifPresent(read ->
                            assertThat(layout.write(read.parts(), read.clock())).isEqualTo(changed));
        });
    }

    private static String text(LayoutKey key) {
        return ((SortKey.Text) key.sort()).text();
    }

    /** Returns the text with one character added, removed or replaced. */
    private static String changed(String text, RandomGenerator random) {
        int at = random.nextInt(text.length());
        String character = Draw.of(random, List.of("", "%", "#", "%23", "%41", "0", "9", "a", "-", "😀", " "));
        String changed = text.substring(0, at) + character + text.substring(at + random.nextInt(2));
        // Half of a surrogate pair becomes a question mark.
        return new String(changed.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    @Test
    void differentEventsHaveDifferentKeys() {
        Seeded.runs(RUNS, random -> {
            List<String> templates = Draw.of(random, TEMPLATES);
            var layout =
                    Layout.series("at").keys(templates.get(0), templates.get(1)).build();
            Parts parts = Parts.none();
            Parts others = Parts.none();
            for (String name : layout.parts()) {
                parts = parts.with(name, Draw.id(random));
                others = others.with(name, random.nextBoolean() ? parts.text(name) : Draw.id(random));
            }
            Instant clock = layout.floor(Draw.instant(random));
            Instant otherClock = layout.floor(random.nextBoolean() ? clock : Draw.instant(random));
            assertThat(layout.write(parts, clock).equals(layout.write(others, otherClock)))
                    .isEqualTo(parts.equals(others) && clock.equals(otherClock));
        });
    }

    @Test
    void separatorsInsideIdsAreEncoded() {
        var layout = Layout.entity("DEVICE#{deviceId}", "{a}|{b}-");
        Parts parts = Parts.of("deviceId", "10% #1 | - 😀").with("a", "x|y-z").with("b", "%7C");
        LayoutKey key = layout.write(parts);
        assertThat(key).isEqualTo(LayoutKey.of("DEVICE#10%25 %231 | - 😀", "x%7Cy%2Dz|%257C-"));
        assertThat(layout.parse(key)).isEqualTo(parts);
    }

    @Test
    void anIdOfAThousandCharactersIsReadBack() {
        var layout = Layout.series("at").keys("D#{id}", "{at}#{eventId}").build();
        Parts parts = Parts.of("id", "é".repeat(1_000), "eventId", "x".repeat(999));
        Instant clock = Instant.parse("2026-04-20T14:00:00Z");
        assertThat(layout.parse(layout.write(parts, clock))).isEqualTo(new ParsedKey(parts, clock));
    }

    @Test
    void onlyKeysThatWouldBeWrittenAreParsed() {
        var layout =
                Layout.series("at").keys("{id}#{at:day}#{shard:10}", "{at}").build();
        LayoutKey key = layout.write(Parts.of("id", "d"), Instant.parse("2026-04-20T14:00:00Z"));
        assertThat(key).isEqualTo(LayoutKey.of("d#2026-04-20#0", "2026-04-20T14:00:00.000Z"));
        Refusals.assertRejected(
                "key.mismatch",
                "key d#2026-04-20#1 / 2026-04-20T14:00:00.000Z was not written by \"{id}#{at:day}#{shard:10}\" /"
                        + " \"{at}\": the template writes these values differently. Does it belong to another entity"
                        + " or layout?",
                () -> layout.parse(LayoutKey.of("d#2026-04-20#1", "2026-04-20T14:00:00.000Z")));
        for (String partition : List.of(
                "d#2026-04-21#0",
                "d#2026-04-20#00",
                "d#2026-04-20#",
                "d#2026-04-20#0#",
                "%64#2026-04-20#0",
                "#2026-04-20#0",
                "d",
                "d#2026-04-2",
                "%#2026-04-20#0",
                "%2#2026-04-20#0",
                "%C3#2026-04-20#0")) {
            Refusals.assertRejected(
                    "key.mismatch", () -> layout.parse(LayoutKey.of(partition, "2026-04-20T14:00:00.000Z")));
        }
        Refusals.assertRejected(
                "key.mismatch",
                "key d#2026-04-20#0 was not written by \"{id}#{at:day}#{shard:10}\" / \"{at}\": its sort key \"no sort"
                        + " key\" is not of the type TEXT. Does it belong to another entity or layout?",
                () -> layout.parse(LayoutKey.of("d#2026-04-20#0")));
        Refusals.assertRejected("key.mismatch", () -> layout.parse(LayoutKey.of("d#2026-04-20#0", 5)));
    }

    @Test
    void epochNumbersAreReadBack() {
        Seeded.runs(RUNS, random -> {
            Tick tick = random.nextBoolean() ? Tick.SECONDS : Tick.MILLIS;
            var layout = Layout.series("at")
                    .tick(tick)
                    .keys("{id}#{shard:4}", "{at:epoch}")
                    .build();
            Parts parts = Parts.of("id", Draw.id(random));
            Instant clock = Draw.instant(random);
            LayoutKey key = layout.write(parts, clock);
            assertThat(key.sort())
                    .isEqualTo(SortKey.of(tick == Tick.SECONDS ? clock.getEpochSecond() : clock.toEpochMilli()));
            assertThat(layout.parse(key)).isEqualTo(new ParsedKey(parts, tick.floor(clock)));
        });
        var layout = Layout.series("at").keys("{id}", "{at:epoch}").build();
        assertThat(layout.sortType()).isEqualTo(SortType.NUMBER);
        Refusals.assertRejected("key.mismatch", () -> layout.parse(LayoutKey.of("d", Long.MAX_VALUE)));
        Refusals.assertRejected("key.mismatch", () -> layout.parse(LayoutKey.of("d", Long.MIN_VALUE)));
    }

    @Test
    void aPartMayOccurInBothTemplates() {
        var layout = Layout.entity("USER#{id}", "USER#{id}");
        assertThat(layout.parse(LayoutKey.of("USER#7", "USER#7"))).isEqualTo(Parts.of("id", "7"));
        Refusals.assertRejected("key.mismatch", () -> layout.parse(LayoutKey.of("USER#7", "USER#8")));
    }
}
