package dev.varve.engine.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupRow;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.series.internal.packed.journal.TableJournals;
import dev.varve.testkit.local.DynamoDbLocal;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two processes write one packed series, and one takes over from the other; items with the same history have the same rows. */
class TwoWritersLocalTest {

    record Reading(String deviceId, Instant at, double temperature) {}

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int DEVICES = 3;

    private static SeriesBuilder<Reading> declared() {
        return Series.of(Reading.class)
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .rollUp(Rollup.of("temperature").hourly());
    }

    private static final Series<Reading> ITEMS = declared().build();
    private static final Series<Reading> PACKED = declared().packed().build();

    private DynamoDbHarness harness;

    private Varve process(String owner, String table) {
        DynamoDbEngine engine = DynamoDbEngine.builder()
                .clock(harness.clock())
                .journalDelay(Duration.ZERO)
                .streams(LOCAL.database().streams())
                .over(LOCAL.database().client());
        return Varve.on(engine).owner(owner).open(table, PACKED);
    }

    private static PackedStore store(Varve db) {
        return Objects.requireNonNull(SeriesAccess.instance().packed(db.series(PACKED)));
    }

    @Test
    void rowsAreThoseOfAnItemSeriesAfterATakeOver() {
        Seeds.run(3, seed -> {
            try (DynamoDbHarness own = new DynamoDbHarness(LOCAL.database())) {
                harness = own;
                walk(seed);
            }
        });
    }

    private void walk(long seed) {
        Draw draw = new Draw(seed);
        Instant start = harness.clock().instant().truncatedTo(ChronoUnit.HOURS);
        String table = harness.newTableName();
        Varve items = Varve.on(harness.engine()).owner("items").open(harness.newTableName(), ITEMS);
        List<Varve> processes = List.of(process("one", table), process("two", table));
        for (int step = 0; step < 60; step++) {
            int writer = draw.below(2);
            Varve db = processes.get(writer);
            // Each clock belongs to one of them: otherwise the order of sealing would decide.
            Instant at = start.plusSeconds(120L * draw.below(60) + writer);
            Reading reading = new Reading("d" + draw.below(DEVICES), at, draw.below(100));
            switch (draw.below(8)) {
                case 0 -> harness.clock().advance(Duration.ofSeconds(draw.below(30)));
                case 1 -> store(db).tick().join();
                case 2 -> store(db).flush().join();
                case 3 -> both(items, db, series -> series.correct(reading));
                case 4 -> both(items, db, series -> series.delete(reading));
                default ->
                    both(items, db, series -> series.append(reading).getClass().getSimpleName());
            }
        }
        // The first process ends here, without being closed.
        harness.clock().advance(TableJournals.LEASE.plusSeconds(1));
        Varve left = processes.get(1);
        store(left).tick().join();
        store(left).flush().join();
        left.close();
        try (Varve last = process("three", table)) {
            items.processing().catchUp(PATIENCE);
            last.processing().catchUp(PATIENCE);
            for (int device = 0; device < DEVICES; device++) {
                String id = "d" + device;
                String as = "seed %s, %s".formatted(seed, id);
                assertThat(events(last.series(PACKED), id, start))
                        .as(as)
                        .isEqualTo(events(items.series(ITEMS), id, start));
                assertThat(last.series(PACKED).latest(id))
                        .as(as)
                        .isEqualTo(items.series(ITEMS).latest(id));
                assertThat(rows(last.series(PACKED), id, start)).as(as).isEqualTo(rows(items.series(ITEMS), id, start));
            }
        }
    }

    private static void both(Varve items, Varve packed, Function<OpenSeries<Reading>, Object> call) {
        Object expected = call.apply(items.series(ITEMS));
        assertThat(call.apply(packed.series(PACKED))).isEqualTo(expected);
    }

    private static List<Reading> events(OpenSeries<Reading> series, String device, Instant start) {
        return series.history(device)
                .between(start, start.plus(Duration.ofHours(3)))
                .consistent()
                .list();
    }

    private static List<String> rows(OpenSeries<Reading> series, String device, Instant start) {
        return series.rollups(device).hourly().between(start, start.plus(Duration.ofHours(3))).list().stream()
                .filter(row -> row.count() > 0)
                .map(RollupRow::toString)
                .toList();
    }
}
