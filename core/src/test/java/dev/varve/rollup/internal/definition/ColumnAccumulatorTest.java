package dev.varve.rollup.internal.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.rollup.Measure;
import dev.varve.rollup.Stat;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Adding columns gives exactly the row that adding each event gives. */
class ColumnAccumulatorTest {

    /** Draws numbers that resemble each other, and sometimes one that does not. */
    private record Numbers(RandomGenerator random, int kind) {

        static Numbers of(RandomGenerator random) {
            return new Numbers(random, random.nextInt(10));
        }

        Num next() {
            return drawn(random.nextInt(20) == 0 ? random.nextInt(10) : kind);
        }

        private Num drawn(int drawnKind) {
            return switch (drawnKind) {
                case 0 -> Num.of(random.nextInt(-500, 500));
                case 1 -> Num.of(random.nextInt(-5_000, 5_000) / 100.0);
                case 2 -> Num.of(Math.round(random.nextDouble() * 1e6) / 1e6);
                case 3 -> Num.of(random.nextDouble(-1, 1));
                case 4 -> Num.of(random.nextDouble() * Math.pow(10, random.nextInt(-60, 60)));
                case 5 -> Num.of(random.nextLong());
                // Neighbours of the largest decimals that longs are used for.
                case 6 -> Num.of(999_999_999_999_990d + random.nextInt(20));
                case 7 -> Num.of(999_999_999.999_990d + random.nextInt(20) / 1e6);
                case 8 -> decimal();
                default -> Num.of(random.nextInt(3) * 1e22);
            };
        }

        private Num decimal() {
            BigInteger digits = new BigInteger(random.nextInt(1, 126), new java.util.Random(random.nextLong()));
            return Num.of(new BigDecimal(digits, random.nextInt(-40, 40)));
        }
    }

    private static final List<Value> OTHERS = List.of(Value.of("on"), Value.of(""), Value.of(true), Value.of(false));

    private static EnumSet<Stat> stats(RandomGenerator random) {
        EnumSet<Stat> stats = EnumSet.of(Stat.COUNT);
        for (Stat stat : Stat.values()) {
            if (random.nextBoolean()) {
                stats.add(stat);
            }
        }
        return stats;
    }

    @Test
    void columnsOfOneFieldGiveTheRowOfItsEvents() {
        Seeded.runs(4_000, random -> {
            Numbers numbers = Numbers.of(random);
            int gaps = random.nextInt(3);
            EnumSet<Stat> stats = stats(random);
            int others = random.nextInt(4) == 0 ? 5 : Integer.MAX_VALUE;
            if (others == 5) {
                // A component that is not a number has no first or last one.
                stats.removeAll(EnumSet.of(Stat.FIRST, Stat.LAST));
            }
            compare(random, new FieldStats("x", stats), () -> {
                if (gaps > 0 && random.nextInt(3) < gaps) {
                    return null;
                }
                return random.nextInt(others) == 0 ? OTHERS.get(random.nextInt(OTHERS.size())) : numbers.next();
            });
        });
    }

    @Test
    void columnsOfMapsGiveTheRowOfTheirEvents() {
        Seeded.runs(1_000, random -> {
            Numbers numbers = Numbers.of(random);
            int names = random.nextInt(1, 90);
            List<String> prefixes = random.nextInt(4) == 0 ? List.of("f", "F", "squares") : List.of("f");
            EnumSet<Stat> stats = random.nextBoolean()
                    ? EnumSet.allOf(Stat.class)
                    : EnumSet.of(Stat.COUNT, Stat.SUM, Stat.MIN, Stat.MAX, Stat.AVG);
            compare(random, new NumberMapMeasure("x", stats), () -> {
                Map<String, Value> map = new HashMap<>();
                for (int i = random.nextInt(8); i > 0; i--) {
                    String prefix = prefixes.get(random.nextInt(prefixes.size()));
                    map.put(
                            prefix + random.nextInt(names) + (random.nextInt(50) == 0 ? "At" : ""),
                            random.nextInt(30) == 0 ? OTHERS.get(random.nextInt(OTHERS.size())) : numbers.next());
                }
                return map.isEmpty() ? null : new Value.MapOf(map);
            });
        });
    }

    /** Draws the value of one event. */
    private interface Draw {
        @Nullable
        Value next();
    }

    private static void compare(RandomGenerator random, Measure measure, Draw draw) {
        Measure.Accumulator one = measure.begin();
        Measure.Accumulator all = measure.begin();
        int clock = 0;
        for (int block = random.nextInt(1, 4); block > 0; block--) {
            List<@Nullable Value> values = new ArrayList<>();
            for (int i = random.nextInt(1, 40); i > 0; i--) {
                values.add(draw.next());
            }
            ListColumns events = new ListColumns(values, clock);
            int from = random.nextInt(3) == 0 ? random.nextInt(values.size()) : 0;
            int to = random.nextInt(3) == 0 ? random.nextInt(from, values.size()) : values.size();
            for (int event = from; event < to; event++) {
                Value value = values.get(event);
                if (value != null) {
                    one.add(value, events.clock(event));
                }
            }
            ColumnAccumulator.add(all, events.columns("x"), new EventRange(events, from, to));
            clock += values.size();
        }
        assertThat(written(all)).as(measure.definition()).isEqualTo(written(one));
    }

    private static Item written(Measure.Accumulator accumulator) {
        Item.Builder row = Item.builder();
        accumulator.write(row::put);
        return row.build();
    }

    @Test
    void decimalsOfFifteenDigitsAreSummedWithLongs() {
        ListColumns events = new ListColumns(List.of(Num.of(20.25), Num.of(-3), Num.of(0.5)), 0);
        EventColumn.Summary sums = DecimalSums.of(events.columns("x").get(0), new EventRange(events, 0, 3), true);
        assertThat(sums)
                .isEqualTo(new EventColumn.Summary(
                        3,
                        new BigDecimal("-3.00"),
                        new BigDecimal("20.25"),
                        new BigDecimal("17.75"),
                        new BigDecimal("419.3125")));
    }

    @Test
    void otherNumbersAreNot() {
        ListColumns events = new ListColumns(List.of(Num.of(20.25), Num.of(1e15)), 0);
        assertThat(DecimalSums.of(events.columns("x").get(0), new EventRange(events, 0, 2), true))
                .isNull();
        ListColumns thirds = new ListColumns(List.of(Num.of(1 / 3.0)), 0);
        assertThat(DecimalSums.of(thirds.columns("x").get(0), new EventRange(thirds, 0, 1), true))
                .isNull();
    }
}
