package dev.varve.core.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.core.Refusals;
import dev.varve.core.Seeded;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PartRangeTest {

    private final EntityLayout layout = Layout.entity("P#{p}", "S#{a}#{b}");

    private static boolean holds(Slice slice, LayoutKey key) {
        var bounds = (Bounds.Between) slice.bounds();
        String sort = key.sort().toString();
        return KeyText.compare(bounds.atLeast().toString(), sort) <= 0
                && KeyText.compare(sort, bounds.atMost().toString()) <= 0;
    }

    @Test
    void nextPartIsTheFirstThatIsNotGiven() {
        Parts partition = Parts.of("p", "1");
        assertThat(layout.nextSortPart(partition)).contains("a");
        assertThat(layout.nextSortPart(partition.with("a", "x"))).contains("b");
        assertThat(layout.nextSortPart(partition.with("a", "x").with("b", "y"))).isEmpty();
        assertThat(Layout.entity("P#{p}").nextSortPart(partition)).isEmpty();
    }

    @Test
    void rangeIsHalfOpenInTheOrderOfTheKeys() {
        Seeded.runs(500, random -> {
            Parts leading = Parts.of("p", "1");
            boolean last = random.nextBoolean();
            if (last) {
                leading = leading.with("a", "x");
            }
            String part = last ? "b" : "a";
            Parts from = Parts.of(part, word(random));
            Parts to = Parts.of(part, word(random));
            Slice slice =
                    layout.slices(leading, PartRange.all().from(from).to(to)).get(0);
            for (int i = 0; i < 40; i++) {
                String value = word(random);
                LayoutKey key = layout.write(leading.with("b", word(random)).with(part, value));
                String low = text(from, last);
                String high = text(to, last);
                String sort = key.sort().toString();
                boolean wanted = KeyText.compare(sort, low) >= 0 && KeyText.compare(sort, high) < 0;
                assertThat(holds(slice, key))
                        .as("%s in [%s, %s)", sort, low, high)
                        .isEqualTo(wanted);
            }
        });
    }

    private static String text(Parts bound, boolean last) {
        var out = new StringBuilder(last ? "S#x#" : "S#");
        KeyText.append(out, "part", bound.text(last ? "b" : "a"), Ascii.of("#%"));
        return out.toString();
    }

    private static String word(RandomGenerator random) {
        List<String> letters = List.of("a", "b", "c", "#", "%", "\0", "é", "\uE000", "\uD83D\uDE00");
        var out = new StringBuilder();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            out.append(letters.get(random.nextInt(letters.size())));
        }
        return out.toString();
    }

    @Test
    void prefixTakesWhatBeginsWithIt() {
        Slice slice = layout.slices(Parts.of("p", "1"), PartRange.all().beginningWith(Parts.of("a", "x#")))
                .get(0);
        assertThat(holds(slice, layout.write(Parts.of("p", "1", "a", "x#y").with("b", "z"))))
                .isTrue();
        assertThat(holds(slice, layout.write(Parts.of("p", "1", "a", "x").with("b", "z"))))
                .isFalse();
    }

    @Test
    void rangeWithoutBeginningTakesTheLowestKeys() {
        EntityLayout plain = Layout.entity("P#{p}", "{a}");
        Slice slice = plain.slices(Parts.of("p", "1"), PartRange.all().to(Parts.of("a", "b")))
                .get(0);
        assertThat(holds(slice, plain.write(Parts.of("p", "1", "a", "\0")))).isTrue();
        assertThat(holds(slice, plain.write(Parts.of("p", "1", "a", "azzz")))).isTrue();
        assertThat(holds(slice, plain.write(Parts.of("p", "1", "a", "b")))).isFalse();
    }

    @Test
    void eachShardHasTheSameBounds() {
        EntityLayout sharded = Layout.entity("P#{shard:4}", "{n}", Map.of("n", PartType.NUMBER));
        List<Slice> slices =
                sharded.slices(Parts.none(), PartRange.all().from(Parts.none().with("n", -1)));
        assertThat(slices).hasSize(4);
        assertThat(slices.stream().map(Slice::bounds).distinct()).hasSize(1);
    }

    @Test
    void boundOfAFullKeyIsRefused() {
        Refusals.assertRejected(
                "key.no-next-part",
                "all parts of the sort key are given, {p=1, a=x, b=y}, so none is left that a range could bound",
                () -> layout.slices(
                        Parts.of("p", "1", "a", "x").with("b", "y"),
                        PartRange.all().from(Parts.of("a", "x"))));
    }

    @Test
    void readMayReturnWhatBeginsAlike() {
        EntityLayout alerts = Layout.entity("DEVICE#{id}", "ALERT#{alert}");
        assertThat(alerts.mayReturn(Layout.entity("DEVICE#{id}", "ALERT#{alert}#v#{version}")))
                .isTrue();
        assertThat(alerts.mayReturn(Layout.entity("DEVICE#{id}", "#METADATA"))).isFalse();
        assertThat(alerts.mayReturn(Layout.entity("SITE#{id}", "ALERT#{alert}")))
                .isFalse();
        assertThat(Layout.entity("DEVICE#{id}", "{any}").mayReturn(Layout.entity("DEVICE#{id}", "#METADATA")))
                .isTrue();
    }
}
