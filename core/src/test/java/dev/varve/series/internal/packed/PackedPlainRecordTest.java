package dev.varve.series.internal.packed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.memory.MemoryEngine;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.internal.SeriesAccess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Records of plain components are written and read without items, and come back as they were. */
class PackedPlainRecordTest {

    record Sample(
            String id,
            Instant at,
            double value,
            int level,
            long total,
            short small,
            byte tiny,
            boolean isOn,
            String text) {}

    private static final Instant NOW = Instant.parse("2026-04-20T14:00:00Z");

    private static Series<Sample> series() {
        return Series.of(Sample.class)
                .partition("S#{id}")
                .sort("V#{at}")
                .keep(Duration.ofDays(10))
                .onConflict(ConflictPolicy.REPLACE)
                .packed()
                .build();
    }

    @Test
    void plainRecordsComeBackFromMemoryAndFromBlocks() {
        SplittableRandom random = new SplittableRandom(7);
        Series<Sample> declared = series();
        try (Varve db = Varve.open(new MemoryEngine(() -> NOW), "samples", declared)) {
            OpenSeries<Sample> samples = db.series(declared);
            PackedStore store = Objects.requireNonNull(SeriesAccess.instance().packed(samples));
            List<Sample> expected = new ArrayList<>();
            for (int minute = 0; minute < 500; minute++) {
                expected.add(new Sample(
                        "a#1",
                        NOW.minusSeconds(60L * (500 - minute)),
                        random.nextInt(3) == 0 ? random.nextDouble() * 1e9 : random.nextInt(1_000) / 10.0,
                        random.nextInt(),
                        random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(),
                        (short) random.nextInt(),
                        (byte) random.nextInt(),
                        random.nextBoolean(),
                        "t" + random.nextInt(5)));
            }
            assertThat(samples.appendAll(expected.subList(0, 300)).isAllStored())
                    .isTrue();
            store.flush().join();
            samples.appendAll(expected.subList(300, 500));
            assertThat(samples.history("a#1").list()).containsExactlyElementsOf(expected);
            assertThat(samples.history("a#1").newestFirst().limit(7).list())
                    .containsExactlyElementsOf(expected.subList(493, 500).stream()
                            .sorted((one, other) -> other.at().compareTo(one.at()))
                            .toList());
            assertThat(samples.latest("a#1")).contains(expected.get(499));
            store.flush().join();
            assertThat(samples.history("a#1").list()).isEqualTo(expected);
            try (var events = samples.history("a#1").stream()) {
                assertThat(events.toList()).as("stream").isEqualTo(expected);
            }
        }
    }

    @Test
    void expiredEventsAreNotReadDirectly() {
        Instant[] now = {NOW};
        Series<Sample> declared = series();
        try (Varve db = Varve.open(new MemoryEngine(() -> now[0]), "samples", declared)) {
            OpenSeries<Sample> samples = db.series(declared);
            for (int second : new int[] {0, 1, 2}) {
                samples.append(
                        new Sample("a", NOW.plusSeconds(second), 1, 1, 1, (short) 1, (byte) 1, true, "t" + second));
            }
            now[0] = NOW.plus(Duration.ofDays(10)).plusSeconds(1);
            assertThat(samples.history("a").list()).extracting(Sample::text).containsExactly("t2");
            assertThat(samples.history("a").count()).isOne();
        }
    }
}
