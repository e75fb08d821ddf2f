package dev.varve.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Refusals;
import dev.varve.error.Seeded;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.PartitionSlice;
import dev.varve.key.internal.SortBounds;
import dev.varve.key.internal.text.PartEncoding;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PartRangeTest {

    private final EntityLayout layout = Layout.entity("P#{p}", "S#{a}#{b}");

    private static boolean holds(PartitionSlice slice, LayoutKey key) {
        var bounds = (SortBounds.Between) slice.bounds();
        String sort = key.sort().toString();
        return PartEncoding.compare(bounds.atLeast().toString(), sort) <= 0
                && PartEncoding.compare(sort, bounds.atMost().toString()) <= 0;
    }

    @Test
    void nextPartIsTheFirstWithoutAValue() {
        Parts partition = Parts.of("p", "1");
        assertThat(layout.nextSortPart(partition)).contains("a");
        assertThat(layout.nextSortPart(partition.with("a", "x"))).contains("b");
        assertThat(layout.nextSortPart(partition.with("a", "x").with("b", "y"))).isEmpty();
        assertThat(Layout.entity("P#{p}").nextSortPart(partition)).isEmpty();
    }

    @Test
    void rangeReturnsTheTextsBetweenItsBoundsForAnyEncoding() {
        List<String> sorts = List.of("S#{a}#{b}", "{a}#{b}", "{a}|{b}", "{a}!{b}", "{a} x {b}", "{a}-x-{b}", "{a}&{b}");
        Seeded.runs(2_000, random -> {
            EntityLayout any = Layout.entity("P#{p}", sorts.get(random.nextInt(sorts.size())));
            Parts leading = Parts.of("p", "1");
            boolean isLast = random.nextInt(3) == 0;
            if (isLast) {
                leading = leading.with("a", word(random));
            }
            String part = isLast ? "b" : "a";
            PartRange range = range(random, part);
            PartitionSlice slice = any.slices(leading, range).get(0);
            for (int i = 0; i < 40; i++) {
                String value = word(random);
                Parts parts = leading.with("b", word(random)).with(part, value);
                LayoutKey key = any.write(parts);
                boolean wanted = (range.from() == null
                                || naive(value, range.from().text(part)) >= 0)
                        && (range.to() == null || naive(value, range.to().text(part)) < 0);
                assertThat(holds(slice, key) && range.holds(any.parse(key)))
                        .as("%s in %s by %s", key, range, slice)
                        .isEqualTo(wanted);
            }
        });
    }

    private static PartRange range(RandomGenerator random, String part) {
        PartRange range = PartRange.all();
        int ends = random.nextInt(1, 4);
        range = (ends & 1) == 0 ? range : range.from(Parts.of(part, word(random)));
        return (ends & 2) == 0 ? range : range.to(Parts.of(part, word(random)));
    }

    /** Compares texts by their UTF-8 bytes, with the last code point in its encoded form. */
    private static int naive(String one, String other) {
        return Arrays.compareUnsigned(bytes(one), bytes(other));
    }

    private static byte[] bytes(String text) {
        return text.replace("\uDBFF\uDFFF", "%F4%8F%BF%BF").getBytes(StandardCharsets.UTF_8);
    }

    private static String word(RandomGenerator random) {
        List<String> letters = List.of(
                " ",
                "!",
                "\"",
                "#",
                "$",
                "%",
                "&",
                "'",
                "-",
                "2",
                "F",
                "a",
                "x",
                "|",
                "}",
                "\0",
                "é",
                "\uE000",
                "\uD83D\uDE00",
                "\uDBFF\uDFFF");
        var out = new StringBuilder();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            out.append(letters.get(random.nextInt(random.nextBoolean() ? 8 : letters.size())));
        }
        return out.toString();
    }

    @Test
    void boundsOfPlainTextsAreExact() {
        PartitionSlice slice = layout.slices(
                        Parts.of("p", "1"),
                        PartRange.all().from(Parts.of("a", "Berlin")).to(Parts.of("a", "Paris")))
                .get(0);
        assertThat(slice.bounds()).isEqualTo(SortBounds.between("S#Berlin", "S#Parir\uDBFF\uDFFF"));
    }

    @Test
    void rangeIsCorrectForTextsThatShareAPrefixWithTheBound() {
        EntityLayout cities = Layout.entity("P#{p}", "{city}#{id}");
        PartRange fromNewYork =
                PartRange.all().from(Parts.of("city", "New York")).to(Parts.of("city", "Newark"));
        assertThat(found(cities, fromNewYork, "New", "New York", "New Zealand", "Newark", "New!", "Newa"))
                .containsExactly("New York", "New Zealand", "New!", "Newa");
        PartRange escaped = PartRange.all().from(Parts.of("city", "O#")).to(Parts.of("city", "O$"));
        assertThat(found(cities, escaped, "O", "O#", "O#x", "O$", "O\"", "O%")).containsExactly("O#", "O#x");
    }

    private static List<String> found(EntityLayout cities, PartRange range, String... all) {
        PartitionSlice slice = cities.slices(Parts.of("p", "1"), range).get(0);
        return Stream.of(all)
                .filter(city -> {
                    LayoutKey key =
                            cities.write(Parts.of("p", "1", "city", city).with("id", "1"));
                    return holds(slice, key) && range.holds(cities.parse(key));
                })
                .toList();
    }

    @Test
    void prefixReturnsTheTextsThatBeginWithIt() {
        PartitionSlice slice = layout.slices(Parts.of("p", "1"), PartRange.all().beginningWith(Parts.of("a", "x#")))
                .get(0);
        assertThat(holds(slice, layout.write(Parts.of("p", "1", "a", "x#y").with("b", "z"))))
                .isTrue();
        assertThat(holds(slice, layout.write(Parts.of("p", "1", "a", "x").with("b", "z"))))
                .isFalse();
    }

    @Test
    void rangeWithoutLowerBoundReturnsTheLowestKeys() {
        EntityLayout plain = Layout.entity("P#{p}", "{a}");
        PartitionSlice slice = plain.slices(Parts.of("p", "1"), PartRange.all().to(Parts.of("a", "b")))
                .get(0);
        assertThat(holds(slice, plain.write(Parts.of("p", "1", "a", "\0")))).isTrue();
        assertThat(holds(slice, plain.write(Parts.of("p", "1", "a", "azzz")))).isTrue();
        assertThat(holds(slice, plain.write(Parts.of("p", "1", "a", "b")))).isFalse();
    }

    @Test
    void eachShardHasTheSameBounds() {
        EntityLayout sharded = Layout.entity("P#{shard:4}", "{n}", Map.of("n", PartType.NUMBER));
        List<PartitionSlice> slices =
                sharded.slices(Parts.none(), PartRange.all().from(Parts.none().with("n", -1)));
        assertThat(slices).hasSize(4);
        assertThat(slices.stream().map(PartitionSlice::bounds).distinct()).hasSize(1);
    }

    @Test
    void boundOfAFullKeyIsRejected() {
        Refusals.assertRejected(
                "key.no-next-part",
                "all parts of the sort key are given, {p=1, a=x, b=y}, so there is no part left for a range",
                () -> layout.slices(
                        Parts.of("p", "1", "a", "x").with("b", "y"),
                        PartRange.all().from(Parts.of("a", "x"))));
    }

    @Test
    void readMayReturnItemsWithTheSamePrefix() {
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
