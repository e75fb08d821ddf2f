package dev.varve.series.internal.append;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.error.Seeded;
import dev.varve.error.VarveException;
import dev.varve.memory.MemoryEngine;
import dev.varve.series.AppendReport;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Records of numbers that are appended together are stored as if they were appended one by one. */
class RecordColumnsTest {

    record Reading(String deviceId, int channel, Instant at, double value, long count, short level) {}

    private static final Instant START = Instant.parse("2026-04-20T00:00:00Z");

    private static OpenSeries<Reading> open(ConflictPolicy policy) {
        Series<Reading> declared = Series.of(Reading.class)
                .partition("DEVICE#{deviceId}#{channel}")
                .sort("READING#{at}")
                .onConflict(policy)
                .packed()
                .build();
        return Varve.on(new MemoryEngine(() -> START.plus(Duration.ofHours(2))))
                .open("readings", declared)
                .series(declared);
    }

    private static Reading reading(RandomGenerator random) {
        // Some of these need the way through an item, and some are refused.
        double value = switch (random.nextInt(60)) {
            case 0 -> Double.NaN;
            case 1 -> 1e-200;
            case 2 -> -0.0;
            default -> random.nextInt(3) / 10.0;
        };
        long count = random.nextInt(40) == 0 ? Long.MAX_VALUE - random.nextInt(2) : random.nextInt(2);
        Instant at =
                random.nextInt(60) == 0 ? START.plus(Duration.ofDays(9)) : START.plusSeconds(random.nextInt(5_000));
        String device = random.nextInt(30) == 0 ? "d".repeat(81) : "d" + random.nextInt(3);
        return new Reading(device, random.nextInt(2), at.plusNanos(random.nextInt(2)), value, count, (short) 7);
    }

    private static String shown(AppendReport.Entry<Reading> entry) {
        VarveException error = entry.error();
        return entry.event() + ": " + (error == null ? entry.outcome() : error.code() + " " + error.getMessage());
    }

    @Test
    void recordsAppendedTogetherHaveTheOutcomesOfSingleOnes() {
        Seeded.runs(30, random -> {
            ConflictPolicy policy = List.of(ConflictPolicy.values()).get(random.nextInt(3));
            OpenSeries<Reading> together = open(policy);
            OpenSeries<Reading> single = open(policy);
            for (int round = 0; round < 20; round++) {
                List<Reading> readings = new ArrayList<>();
                for (int i = random.nextInt(30); i >= 0; i--) {
                    readings.add(reading(random));
                }
                List<String> expected = new ArrayList<>();
                for (Reading reading : readings) {
                    try {
                        expected.add(shown(new AppendReport.Entry<>(reading, single.append(reading), null)));
                    } catch (VarveException refused) {
                        expected.add(shown(new AppendReport.Entry<>(reading, null, refused)));
                    }
                }
                assertThat(together.appendAll(readings).entries().stream().map(RecordColumnsTest::shown))
                        .isEqualTo(expected);
            }
            for (int i = 0; i < 6; i++) {
                assertThat(together.history("d" + i / 2, i % 2)
                                .between(START, START.plusSeconds(6_000))
                                .list())
                        .isEqualTo(single.history("d" + i / 2, i % 2)
                                .between(START, START.plusSeconds(6_000))
                                .list());
            }
            assertThat(together.identities().list())
                    .hasSameElementsAs(single.identities().list());
        });
    }
}
