package dev.varve.block.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.block.internal.stream.Effort;
import dev.varve.error.Seeded;
import dev.varve.key.Tick;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockBuilderTest {

    private static final int PLACES = 200;

    @Test
    void onlyPresentValuesOfTheFirstEventsAreTaken() {
        Seeded.runs(300, random -> {
            int count = 1 + random.nextInt(PLACES);
            long[] clocks = random.longs(PLACES).map(clock -> clock >> 20).toArray();
            double[] doubles = new BlockDraw(random).doubles(PLACES);
            long[] longs = new BlockDraw(random).longs(PLACES);
            boolean[] flags = new boolean[PLACES];
            String[] texts = new String[PLACES];
            for (int i = 0; i < PLACES; i++) {
                flags[i] = random.nextBoolean();
                texts[i] = "text " + random.nextInt(5);
            }
            // Too short or too long, and with bits after the last event.
            long[] present = random.longs(random.nextInt(6)).toArray();
            Block block = BlockBuilder.of(Tick.MILLIS, clocks, count)
                    .doubles("all doubles", doubles)
                    .doubles("doubles", doubles, present)
                    .longs("all longs", longs)
                    .longs("longs", longs, present)
                    .booleans("flags", flags, present)
                    .texts("texts", texts, present)
                    .build();
            BlockReader reader = BlockReader.of(BlockEncoder.of(Effort.FAST).encode(block));

            List<Integer> events = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                if (i >> 6 < present.length && (present[i >> 6] >>> i & 1) == 1) {
                    events.add(i);
                }
            }
            assertThat(reader.times()).hasSize(count).isEqualTo(Arrays.copyOf(clocks, count));
            Column.Doubles all = (Column.Doubles) reader.column("all doubles").orElseThrow();
            assertThat(bits(all.values())).isEqualTo(bits(Arrays.copyOf(doubles, count)));
            Column.Doubles some = (Column.Doubles) reader.column("doubles").orElseThrow();
            assertThat(bits(some.values()))
                    .isEqualTo(bits(events.stream().mapToDouble(i -> doubles[i]).toArray()));
            assertThat(reader.count("doubles")).isEqualTo(events.size());
            assertThat(reader.type("doubles")).contains(ColumnType.DOUBLE);
            assertThat(((Column.Longs) reader.column("all longs").orElseThrow()).values())
                    .isEqualTo(Arrays.copyOf(longs, count));
            Column.Longs someLongs = (Column.Longs) reader.column("longs").orElseThrow();
            assertThat(someLongs.values())
                    .isEqualTo(events.stream().mapToLong(i -> longs[i]).toArray());
            Column.Booleans someFlags = (Column.Booleans) reader.column("flags").orElseThrow();
            Column.Texts someTexts = (Column.Texts) reader.column("texts").orElseThrow();
            for (int place = 0; place < events.size(); place++) {
                assertThat(someFlags.values()[place]).isEqualTo(flags[events.get(place)]);
                assertThat(someTexts.values()[place]).isEqualTo(texts[events.get(place)]);
            }
            int next = -1;
            for (int event : events) {
                next = someTexts.presence().next(next + 1);
                assertThat(next).isEqualTo(event);
            }
            assertThat(someTexts.presence().next(next + 1)).isEqualTo(-1);
        });
    }

    private static long[] bits(double[] values) {
        long[] bits = new long[values.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = Double.doubleToRawLongBits(values[i]);
        }
        return bits;
    }

    @Test
    void arraysThatAreTooShortAreRefused() {
        assertThatThrownBy(() -> BlockBuilder.of(Tick.MILLIS, new long[3], 4)).hasMessage("4 events of 3 clocks");
        assertThatThrownBy(() -> BlockBuilder.of(Tick.MILLIS, new long[3], 0)).hasMessage("0 events of 3 clocks");
        BlockBuilder builder = BlockBuilder.of(Tick.MILLIS, new long[3], 3);
        assertThatThrownBy(() -> builder.doubles("t", new double[2])).hasMessage("column t has 2 places for 3 events");
    }
}
