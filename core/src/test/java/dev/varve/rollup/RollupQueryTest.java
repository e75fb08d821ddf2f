package dev.varve.rollup;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.key.Grain;
import dev.varve.memory.MemoryEngine;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RollupQueryTest {

    record Sample(String deviceId, Instant at, double value) {}

    private static final Instant NOON = Instant.parse("2026-04-20T12:00:00Z");

    private static final Series<Sample> SAMPLES = Series.of(Sample.class)
            .named("samples")
            .partition("DEVICE#{deviceId}")
            .sort("SAMPLE#{at}")
            .keep(Duration.ofDays(30))
            .rollUp(Rollup.of("value").hourly().daily().monthly())
            .build();

    private final InstantSource clock = InstantSource.fixed(NOON);
    private final Varve db = Varve.on(new MemoryEngine(clock)).clock(clock).open(Schema.of("table", SAMPLES));
    private final OpenSeries<Sample> samples = db.series(SAMPLES);

    @AfterEach
    void close() {
        db.close();
    }

    private RollupQuery days(int days) {
        return samples.rollups("d").between(NOON.minus(Duration.ofDays(days)), NOON);
    }

    @Test
    void autoCountsDaysOf24Hours() {
        assertThat(days(20).auto(480).grain()).isEqualTo(Grain.HOUR);
        assertThat(days(20).auto(479).grain()).isEqualTo(Grain.DAY);
        assertThat(days(20).auto(20).grain()).isEqualTo(Grain.DAY);
        assertThat(days(20).auto(19).grain()).isEqualTo(Grain.MONTH);
        // 600 days of 24 hours are 576 times 25 hours.
        assertThat(days(600).auto(590).grain()).isEqualTo(Grain.MONTH);
    }

    @Test
    void selectedTierIsTold() {
        assertThat(days(1).daily().grain()).isEqualTo(Grain.DAY);
        assertRejected(
                "rollup.no-range",
                "the query has no tier or no range: call hourly() and last(…), for example",
                () -> days(1).grain());
    }

    @Test
    void bucketsOfARangeAreCounted() {
        assertThat(days(2).hourly().buckets()).isEqualTo(48);
        assertThat(days(2).daily().buckets()).isEqualTo(2);
        assertThat(samples.rollups("d").monthly().last(Duration.ofDays(90)).buckets())
                .isEqualTo(3);
    }

    @Test
    void overlappingRowsIncludeTheOneThatBeginsBefore() {
        samples.append(new Sample("d", NOON.minusSeconds(1_800), 1));
        db.processing().catchUp(Duration.ofMinutes(1));
        Instant from = NOON.minusSeconds(3_000);
        assertThat(samples.rollups("d").hourly().between(from, NOON).list()).isEmpty();
        assertThat(samples.rollups("d").hourly().overlapping(from, NOON).list())
                .extracting(RollupRow::start)
                .containsExactly(NOON.minusSeconds(3_600));
        assertThat(samples.rollups("d")
                        .hourly()
                        .overlapping(NOON, NOON.plusSeconds(1))
                        .list())
                .isEmpty();
    }

    @Test
    void retentionBehindRowsIsTold() {
        assertThat(samples.rollup().eventsKept()).contains(Duration.ofDays(30));
        assertThat(samples.rollup().maxLate()).contains(Duration.ofDays(27).plusHours(23));
    }
}
