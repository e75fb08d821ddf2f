package dev.varve.rollup.internal.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.CorruptData;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.rollup.Stat;
import dev.varve.rollup.internal.definition.CompiledRollup;
import dev.varve.rollup.internal.definition.FieldStats;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowPageTest {

    private static final int STEPS = 300;
    private static final long DAY = 1_776_643_200;

    /** Changes a page and a map of items in the same way, and compares every row after each step. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomRowsComeBackExactly(long seed) {
        Random random = new Random(seed);
        TreeMap<Long, Item> expected = new TreeMap<>();
        byte[] bytes = null;
        for (int step = 0; step < STEPS; step++) {
            TreeMap<Long, PageWriter.Change> changes = new TreeMap<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                long start = DAY + 3_600L * random.nextInt(24);
                Item row = random.nextInt(8) == 0 ? null : row(random, random.nextInt(3));
                changes.put(start, new PageWriter.Change(row));
            }
            long first = random.nextInt(20) == 0 ? DAY + 3_600L * random.nextInt(24) : Long.MIN_VALUE;
            bytes = PageWriter.write(bytes == null ? null : RowPage.of(bytes), changes, first);
            expected.headMap(first).clear();
            changes.forEach((start, change) -> {
                if (change.row() == null) {
                    expected.remove(start);
                } else {
                    expected.put(start, change.row());
                }
            });
            assertThat(rows(bytes)).as("seed %s, step %s", seed, step).isEqualTo(expected);
        }
    }

    private static Map<Long, Item> rows(byte[] bytes) {
        Map<Long, Item> rows = new TreeMap<>();
        if (bytes != null) {
            RowPage page = RowPage.of(bytes);
            for (int i = 0; i < page.size(); i++) {
                rows.put(page.start(i), page.row(i));
                assertThat(page.find(page.start(i))).isEqualTo(i);
                assertThat(page.version(i))
                        .isEqualTo(page.row(i).number(CompiledRollup.VERSION).longValueExact());
            }
        }
        return rows;
    }

    private static Item row(Random random, int kind) {
        Item.Builder row = Item.builder()
                .put(CompiledRollup.COUNT, Num.of(random.nextInt(100)))
                .put(CompiledRollup.VERSION, Num.of(1 + random.nextInt(1_000)));
        for (String field : List.of("temperature", "humidity", "x")) {
            if (random.nextInt(5) > 0) {
                long count = random.nextInt(70);
                BigDecimal sum = number(random, kind).value();
                row.put(Stat.COUNT.of(field), Num.of(count)).put(Stat.SUM.of(field), Num.of(sum));
                row.put(Stat.MIN.of(field), number(random, kind)).put(Stat.MAX.of(field), number(random, kind));
                Num average = random.nextInt(10) == 0 ? number(random, kind) : FieldStats.average(sum, count);
                if (average != null && random.nextInt(20) > 0) {
                    row.put(Stat.AVG.of(field), average);
                }
            }
        }
        if (random.nextInt(3) == 0) {
            row.put("groupLocation", value(random, 0));
        }
        return row.build();
    }

    private static Num number(Random random, int kind) {
        return switch (kind) {
            case 0 -> Num.of(BigDecimal.valueOf(random.nextInt(100_000) - 1_000, random.nextInt(3)));
            case 1 -> Num.of(random.nextGaussian() * 1e6);
            default ->
                Num.of(new BigDecimal(
                        new BigInteger(random.nextInt(126), random)
                                .multiply(BigInteger.valueOf(random.nextInt(2) * 2L - 1)),
                        random.nextInt(150) - 60));
        };
    }

    private static Value value(Random random, int depth) {
        return switch (random.nextInt(depth > 2 ? 7 : 10)) {
            case 0, 1, 2 -> Value.of(List.of("hall 3", "yard", "").get(random.nextInt(3)));
            case 3 -> number(random, random.nextInt(3));
            case 4 -> Value.of(random.nextBoolean());
            case 5 -> Bytes.of(new byte[] {1, (byte) random.nextInt(), 3});
            case 6 ->
                random.nextBoolean()
                        ? new Value.TextSet(Set.of("a", "count" + random.nextInt(3)))
                        : new Value.NumSet(new TreeSet<>(Set.of(number(random, 0), Num.of(1_000_000))));
            case 7 -> new Value.ListOf(List.of(value(random, depth + 1), Value.Null.NULL));
            case 8 -> new Value.BytesSet(Set.of(Bytes.of(new byte[] {(byte) random.nextInt()})));
            default -> {
                Map<String, Value> map = new HashMap<>();
                map.put("sumTemperature", value(random, depth + 1));
                map.put("yard", row(random, 0).value(CompiledRollup.COUNT));
                yield new Value.MapOf(map);
            }
        };
    }

    @Test
    void dayOfOrdinaryHoursTakesFewBytes() {
        TreeMap<Long, PageWriter.Change> changes = new TreeMap<>();
        Random random = new Random(1);
        int items = 0;
        for (int hour = 0; hour < 24; hour++) {
            Item.Builder row = Item.builder().put(CompiledRollup.COUNT, 60).put(CompiledRollup.VERSION, 1);
            for (String field : List.of("temperature", "humidity", "battery")) {
                BigDecimal sum = BigDecimal.valueOf(12_000 + random.nextInt(600), 1);
                row.put(Stat.COUNT.of(field), 60)
                        .put(Stat.SUM.of(field), Num.of(sum))
                        .put(Stat.MIN.of(field), Num.of(BigDecimal.valueOf(180 + random.nextInt(20), 1)))
                        .put(Stat.MAX.of(field), Num.of(BigDecimal.valueOf(210 + random.nextInt(20), 1)))
                        .put(Stat.AVG.of(field), Objects.requireNonNull(FieldStats.average(sum, 60)));
            }
            items += row.build().size();
            changes.put(DAY + 3_600L * hour, new PageWriter.Change(row.build()));
        }
        assertThat(PageWriter.write(null, changes, 0)).hasSizeLessThan(450);
        assertThat(items).isGreaterThan(6_000);
    }

    @Test
    void pageWithoutRowsIsNoPage() {
        assertThat(PageWriter.write(null, new TreeMap<>(), 0)).isNull();
    }

    @Test
    void damagedPageIsCorrupt() {
        TreeMap<Long, PageWriter.Change> changes = new TreeMap<>();
        changes.put(DAY, new PageWriter.Change(row(new Random(1), 0)));
        byte[] bytes = Objects.requireNonNull(PageWriter.write(null, changes, 0));
        bytes[bytes.length / 2] ^= 1;
        assertThatThrownBy(() -> RowPage.of(bytes))
                .isInstanceOf(CorruptData.class)
                .hasMessageContaining("the page of %s bytes is damaged: its checksum differs", bytes.length);
        bytes[0] = 9;
        assertThatThrownBy(() -> RowPage.of(bytes)).hasMessageContaining("page format 9 is unknown");
        assertThatThrownBy(() -> RowPage.of(new byte[3])).hasMessageContaining("the page has only 3 bytes");
    }
}
