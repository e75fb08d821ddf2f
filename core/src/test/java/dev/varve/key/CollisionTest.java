package dev.varve.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Rejected;
import dev.varve.error.Seeded;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.SeriesLayout;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class CollisionTest {

    private static final EntityLayout DEVICE = Layout.entity("DEVICE#{deviceId}", "#METADATA");
    private static final EntityLayout ALERT = Layout.entity("DEVICE#{deviceId}", "ALERT#{alertId}");
    private static final SeriesLayout READING = series("DEVICE#{deviceId}", "READING#{at}");

    @Test
    void theItemsOfTheIotModelNeverCollide() {
        List<Layout> model = List.of(
                DEVICE,
                ALERT,
                READING,
                series("DEVICE#{deviceId}", "AGG#hourly#{at:hour}"),
                series("DEVICE#{deviceId}", "AGG#daily#{at:day}"),
                series("DEVICE#{deviceId}", "AGG#monthly#{at:month}"),
                series("ANOMALY#{at:day}", "{at}#{deviceId}"));
        for (Layout a : model) {
            for (Layout b : model) {
                assertThat(a.mayCollide(b))
                        .as("%s%n%s", a.describe(), b.describe())
                        .isEqualTo(a == b);
                if (a instanceof SeriesLayout history) {
                    assertThat(history.mayReturn(b))
                            .as("%s%n%s", a.describe(), b.describe())
                            .isEqualTo(a == b);
                }
            }
        }
    }

    @Test
    void aPartMayCollideWithALiteral() {
        assertCollide("DEVICE#{a}", "{b}#x", true);
        assertCollide("DEVICE#{a}", "{b}", false);
        assertCollide("{a}#{b}", "{c}", false);
        assertCollide("{a}|{b}", "{c}", true);
        assertCollide("{a}|", "{b}|", true);
        assertCollide("DEVICE#{a}", "DEVICES#{a}", false);
        assertCollide("DEVICE#{a}", "DEVICE#", false);
        assertCollide("é{a}", "{b}", true);
        assertCollide("é{a}", "è{b}", false);
        assertCollide("A", "A", true);
    }

    @Test
    void clocksDoNotCollideWithOtherTexts() {
        assertThat(series("{id}#{at:day}", "{at}").mayCollide(Layout.entity("{id}#METADATA", "{x}")))
                .isFalse();
        assertThat(series("{id}#{at:day}", "{at}").mayCollide(Layout.entity("{id}#{x}", "{y}")))
                .isTrue();
        assertThat(series("{id}", "{at:day}").mayCollide(series("{id}", "{at:month}")))
                .isFalse();
        assertThat(series("{id}", "{at:hour}").mayCollide(series("{id}", "{at:day:start}")))
                .isTrue();
    }

    @Test
    void shardsAreDigits() {
        assertThat(series("{id}#{shard:3}", "{at}").mayCollide(series("{id}#x", "{at}")))
                .isFalse();
        assertThat(series("{id}#{shard:3}", "{at}").mayCollide(series("{id}#12", "{at}")))
                .isTrue();
    }

    @Test
    void keysOfDifferentTypesDoNotCollide() {
        assertThat(series("{id}", "{at:epoch}").mayCollide(series("{id}", "{at}")))
                .isFalse();
        assertThat(series("{id}", "{at:epoch}").mayCollide(series("X#{id}", "{at:epoch}")))
                .isFalse();
        assertThat(series("{id}", "{at:epoch}").mayCollide(series("{site}", "{at:epoch}")))
                .isTrue();
        assertThat(Layout.entity("{a}").mayCollide(Layout.entity("{b}"))).isTrue();
        assertThat(Layout.entity("{a}").mayCollide(Layout.entity("{a}", "{b}"))).isFalse();
        assertThat(Layout.entity("P", "{n}", Map.of("n", PartType.NUMBER)).mayCollide(Layout.entity("P", "{a}")))
                .isTrue();
        assertThat(Layout.entity("P", "{n}", Map.of("n", PartType.NUMBER)).mayCollide(Layout.entity("P", "x")))
                .isFalse();
    }

    @Test
    void aHistoryMayReturnItemsThatShareItsPrefix() {
        var transactions = series("ACCOUNT#{id}", "TRANSACTION#{at}#{eventId}");
        assertThat(transactions.mayReturn(Layout.entity("ACCOUNT#{id}", "TRANSACTION#{x}")))
                .isTrue();
        assertThat(transactions.mayReturn(Layout.entity("ACCOUNT#{id}", "TRANSACTION#LATEST")))
                .isFalse();
        assertThat(transactions.mayReturn(series("ACCOUNT#{id}", "TRANSACTION#{at}")))
                .isTrue();
        assertThat(series("P", "{at}").mayReturn(DEVICE)).isFalse();
        assertThat(series("DEVICE#{id}", "{at}").mayReturn(DEVICE)).isFalse();
        assertThat(series("DEVICE#{id}", "{at}").mayReturn(ALERT)).isFalse();
        assertThat(series("{id}#{at:day}", "PATH#{p}").mayReturn(Layout.entity("{id}#{d}", "PATH#x")))
                .isTrue();
        assertThat(series("{id}#{at:day}", "SUM").mayReturn(Layout.entity("{id}#{d}", "SUMMARY")))
                .isFalse();
        assertThat(series("{id}#{at:day}", "{p}").mayReturn(Layout.entity("{id}#{d}", "SUMMARY")))
                .isTrue();
    }

    @Test
    void disjointShapesHaveDisjointKeys() {
        List<String> templates = List.of(
                "{a}",
                "{a}#{b}",
                "A#{a}",
                "{a}#A",
                "{a}|{b}",
                "|{a}",
                "A|{a}",
                "{a}-A",
                "A",
                "A#A",
                "{a}#{b}#A",
                "A{a}");
        Seeded.runs(5_000, random -> {
            var here = Layout.entity(Draw.of(random, templates));
            var there = Layout.entity(Draw.of(random, templates));
            LayoutKey key = here.write(parts(random, here));
            boolean written = key.equals(there.write(parts(random, there))) || isParsed(there, key);
            if (written) {
                assertThat(here.mayCollide(there))
                        .as("%s is a key of both", key)
                        .isTrue();
            }
        });
    }

    private static Parts parts(RandomGenerator random, Layout layout) {
        Parts parts = Parts.none();
        for (String name : layout.parts()) {
            parts = parts.with(name, Draw.of(random, List.of("A", "#", "|", "-A", "A|A", "é", "%")));
        }
        return parts;
    }

    private static boolean isParsed(EntityLayout layout, LayoutKey key) {
        try {
            layout.parse(key);
            return true;
        } catch (Rejected other) {
            return false;
        }
    }

    private static void assertCollide(String a, String b, boolean expected) {
        assertThat(Layout.entity(a).mayCollide(Layout.entity(b)))
                .as("%s and %s", a, b)
                .isEqualTo(expected);
        assertThat(Layout.entity(b).mayCollide(Layout.entity(a)))
                .as("%s and %s", b, a)
                .isEqualTo(expected);
        assertThat(Layout.entity("P", a).mayCollide(Layout.entity("P", b))).isEqualTo(expected);
    }

    private static SeriesLayout series(String partition, String sort) {
        return Layout.series("at").keys(partition, sort).build();
    }
}
