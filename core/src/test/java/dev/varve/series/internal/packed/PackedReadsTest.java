package dev.varve.series.internal.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.Varve;
import dev.varve.error.Rejected;
import dev.varve.error.Seeded;
import dev.varve.memory.MemoryEngine;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.History;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.table.AttributePath;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Events are read from memory, blocks and joined days, with and without items, and are always the same. */
class PackedReadsTest {

    record Sample(
            String id,
            Instant at,
            Map<String, Double> fields,
            Optional<String> place,
            Optional<Integer> level,
            Map<String, String> texts,
            double value) {}

    private static final Instant START = Instant.parse("2026-04-20T00:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int DAYS = 4;

    private static final Series<Sample> SERIES = Series.of(Sample.class)
            .partition("S#{id}")
            .sort("V#{at}")
            .onConflict(ConflictPolicy.REPLACE)
            .packed()
            .build();

    private Instant now = START;
    private final NavigableMap<Instant, Sample> model = new TreeMap<>();

    private static Sample sample(Instant at, RandomGenerator random) {
        Map<String, Double> fields = new HashMap<>();
        Map<String, String> texts = new HashMap<>();
        for (String name : List.of("temperature", "a.b", "humidity", "%")) {
            if (random.nextInt(3) > 0) {
                fields.put(name, random.nextInt(1_000) / 10.0);
            }
            if (random.nextInt(5) == 0) {
                texts.put(name, "t" + random.nextInt(3));
            }
        }
        return new Sample(
                "s",
                at,
                fields,
                random.nextBoolean() ? Optional.empty() : Optional.of("p" + random.nextInt(3)),
                random.nextInt(4) == 0 ? Optional.of(random.nextInt()) : Optional.empty(),
                texts,
                random.nextInt(100) / 4.0);
    }

    @Test
    void everyWayOfReadingReturnsTheSameEvents() {
        Seeded.runs(20, this::walk);
    }

    private void walk(RandomGenerator random) {
        now = START;
        model.clear();
        try (Varve db = Varve.open(new MemoryEngine(() -> now), "samples", SERIES)) {
            OpenSeries<Sample> samples = db.series(SERIES);
            PackedStore store = Objects.requireNonNull(SeriesAccess.instance().packed(samples));
            while (now.isBefore(START.plus(Duration.ofDays(DAYS)))) {
                now = now.plus(Duration.ofMinutes(random.nextInt(600)));
                append(samples, random);
                switch (random.nextInt(6)) {
                    case 0 -> store.flush().join();
                    case 1 -> store.tick().join();
                    case 2 -> {
                        store.flush().join();
                        store.joinAll().join();
                    }
                    default -> {}
                }
                for (int i = 0; i < 8; i++) {
                    compare(samples, random);
                }
            }
        }
    }

    private void append(OpenSeries<Sample> samples, RandomGenerator random) {
        List<Sample> batch = new ArrayList<>();
        for (int i = random.nextInt(40); i > 0; i--) {
            // Most of the last hours, some late.
            long minutes = random.nextInt(random.nextInt(4) == 0 ? 60 * 48 : 200);
            Instant at = now.minus(Duration.ofMinutes(minutes)).truncatedTo(java.time.temporal.ChronoUnit.MINUTES);
            batch.add(sample(at, random));
        }
        assertThat(samples.appendAll(batch).isAllStored()).isTrue();
        batch.forEach(sample -> model.put(sample.at(), sample));
    }

    private void compare(OpenSeries<Sample> samples, RandomGenerator random) {
        Instant from = START.plus(HOUR.multipliedBy(random.nextInt(24 * DAYS)));
        from = random.nextBoolean() ? from : from.plusSeconds(random.nextInt(3_600));
        Instant to = from.plus(
                random.nextBoolean() ? HOUR : Duration.ofMinutes(random.nextInt(random.nextBoolean() ? 90 : 3_000)));
        List<Sample> expected = new ArrayList<>(model.subMap(from, to).values());
        History<Sample> history = samples.history("s").between(from, to);
        if (random.nextBoolean()) {
            history = history.newestFirst();
            Collections.reverse(expected);
        }
        if (random.nextInt(3) == 0) {
            int limit = 1 + random.nextInt(20);
            history = history.limit(limit);
            expected = expected.subList(0, Math.min(limit, expected.size()));
        }
        assertThat(history.list()).as("list").isEqualTo(expected);
        try (Stream<Sample> events = history.stream()) {
            assertThat(events.toList()).as("stream").isEqualTo(expected);
        }
        assertThat(history.count()).as("count").isEqualTo(expected.size());
        assertThat(history.first()).as("first").isEqualTo(expected.stream().findFirst());
        History<Sample> filtered = history.where(AttributePath.attr("value").from(-1));
        assertThat(filtered.list()).as("through items").isEqualTo(expected);
    }

    @Test
    void streamsReadPartByPart() {
        now = START.plus(Duration.ofDays(1));
        List<Sample> expected = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            expected.add(new Sample(
                    "s",
                    START.plusSeconds(i),
                    Map.of("f", (double) i),
                    Optional.empty(),
                    Optional.of(i),
                    Map.of(),
                    i / 10.0));
        }
        try (Varve db = Varve.open(new MemoryEngine(() -> now), "samples", SERIES)) {
            OpenSeries<Sample> samples = db.series(SERIES);
            assertThat(samples.appendAll(expected).isAllStored()).isTrue();
            Objects.requireNonNull(SeriesAccess.instance().packed(samples))
                    .flush()
                    .join();
            History<Sample> history = samples.history("s");
            assertThat(streamed(history)).isEqualTo(expected);
            assertThat(streamed(history.limit(256))).isEqualTo(expected.subList(0, 256));
            assertThat(streamed(history.limit(700))).isEqualTo(expected.subList(0, 700));
            Collections.reverse(expected);
            assertThat(streamed(history.newestFirst())).isEqualTo(expected);
            assertThat(streamed(history.newestFirst().limit(5_000))).isEqualTo(expected.subList(0, 5_000));
        }
    }

    private static List<Sample> streamed(History<Sample> history) {
        try (Stream<Sample> events = history.stream()) {
            return events.toList();
        }
    }

    /** The same stored events with a component that is a whole number. */
    record Counted(String id, Instant at, int value) {}

    record Measured(String id, Instant at, double value) {}

    @Test
    void eventsThatDoNotFitTheRecordAreRejected() {
        MemoryEngine engine = new MemoryEngine(() -> START);
        Series<Measured> measured = Series.of(Measured.class)
                .named("samples")
                .partition("S#{id}")
                .sort("V#{at}")
                .packed()
                .build();
        try (Varve db = Varve.open(engine, "samples", measured)) {
            db.series(measured).append(new Measured("s", START.minusSeconds(2), 3));
            db.series(measured).append(new Measured("s", START.minusSeconds(1), 1.5));
            Objects.requireNonNull(SeriesAccess.instance().packed(db.series(measured)))
                    .flush()
                    .join();
            Series<Counted> counted = Series.of(Counted.class)
                    .named("samples")
                    .partition("S#{id}")
                    .sort("V#{at}")
                    .packed()
                    .build();
            try (Varve other = Varve.open(engine, "samples", counted)) {
                History<Counted> history = other.series(counted).history("s");
                assertThat(history.limit(1).list()).containsExactly(new Counted("s", START.minusSeconds(2), 3));
                assertThatThrownBy(history::list)
                        .isInstanceOf(Rejected.class)
                        .hasMessageContaining("value")
                        .hasMessageContaining("1.5");
            }
        }
    }
}
