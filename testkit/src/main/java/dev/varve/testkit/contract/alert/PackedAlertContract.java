package dev.varve.testkit.contract.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.alert.AlertProcessor;
import dev.varve.alert.AlertRule;
import dev.varve.alert.AlertStore;
import dev.varve.alert.Alerting;
import dev.varve.alert.Detector;
import dev.varve.key.TimeRange;
import dev.varve.schema.Schema;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.testkit.ReopenedEngine;
import dev.varve.testkit.contract.series.SeriesContract;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The same history gives the same alerts and anomalies, whether its series is packed or not. */
public abstract class PackedAlertContract extends SeriesContract {

    private static final Alerting ALERTING = Alerting.standard();
    private static final int DEVICES = 3;
    private static final int STEPS = 60;
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private static final AlertRule[] RULES = {
        AlertRule.named("hot").above("temperature", 24).build(),
        AlertRule.named("cold")
                .below("temperature", 21)
                .lasting(Duration.ofMinutes(3))
                .build(),
        AlertRule.named("gone").silentFor(Duration.ofMinutes(20)).build()
    };

    /** Returns how many random histories are compared. */
    protected int seeds() {
        return 10;
    }

    /** A database with one series and its alerts. */
    private final class Site {
        private final Series<Reading> readings;
        private final Schema schema;
        private Varve db;

        Site(SeriesBuilder<Reading> readings) {
            this.readings = readings.build();
            this.schema = Schema.of(harness().newTableName(), ALERTING.with(this.readings));
            this.db = open();
        }

        private Varve open() {
            Varve opened = Varve.on(new ReopenedEngine(harness().engine()))
                    .clock(clock())
                    .owner("alerts")
                    .open(schema);
            opened.processing()
                    .follow(
                            schema.tables().get(0).name(),
                            AlertProcessor.on(opened.alerts(ALERTING), opened.series(readings))
                                    .rules(RULES)
                                    .detectors(
                                            Detector.zScore("temperature", 2).over(8, 3),
                                            Detector.range("temperature", 20.5, 24.5))
                                    .build());
            return opened;
        }

        void crash() {
            db = open();
        }

        void reopen() {
            db.close();
            db = open();
        }

        void append(List<Reading> some) {
            db.series(readings).appendAll(some);
        }

        void delete(Reading reading) {
            db.series(readings).delete(reading);
        }

        void catchUp() {
            db.processing().catchUp(LIMIT);
        }

        List<Object> found(TimeRange range) {
            AlertStore alerts = db.alerts(ALERTING);
            List<Object> found = new ArrayList<>(alerts.anomalies(range).list());
            for (int device = 0; device < DEVICES; device++) {
                found.addAll(alerts.of("d-" + device).list());
            }
            return found;
        }
    }

    private static SeriesBuilder<Reading> declared() {
        return Series.of(Reading.class)
                .named("readings")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}");
    }

    @Test
    void packedSeriesGivesTheSameAlertsAsItems() {
        Seeds.run(seeds(), this::compare);
    }

    private void compare(long seed) {
        Draw draw = new Draw(seed);
        Site items = new Site(declared());
        Site packed = new Site(declared().packed(Duration.ofHours(1)));
        Instant start = clock().instant();
        for (int step = 0; step < STEPS; step++) {
            switch (draw.below(10)) {
                case 0 -> packed.crash();
                case 1 -> packed.reopen();
                case 2 -> clock().advance(Duration.ofMinutes(draw.below(90)));
                case 3 -> {
                    Reading reading = reading(draw);
                    items.delete(reading);
                    packed.delete(reading);
                }
                case 4, 5, 6 -> {
                    items.catchUp();
                    packed.catchUp();
                    assertSame(items, packed, start);
                }
                default -> {
                    clock().advance(Duration.ofMinutes(draw.below(4)));
                    List<Reading> some = draw.times(draw.between(1, 12), () -> reading(draw));
                    items.append(some);
                    packed.append(some);
                }
            }
        }
        clock().advance(Duration.ofHours(2));
        items.catchUp();
        packed.catchUp();
        assertSame(items, packed, start);
        assertThat(items.found(range(start))).isNotEmpty();
    }

    private TimeRange range(Instant start) {
        return TimeRange.of(start.minus(Duration.ofHours(3)), clock().instant().plus(Duration.ofDays(1)));
    }

    private void assertSame(Site items, Site packed, Instant start) {
        assertThat(packed.found(range(start))).isEqualTo(items.found(range(start)));
    }

    private Reading reading(Draw draw) {
        int late = draw.chance(20) ? draw.below(7_200) : draw.below(240);
        return new Reading("d-" + draw.below(DEVICES), at(-late), 20 + draw.below(50) / 10.0);
    }
}
