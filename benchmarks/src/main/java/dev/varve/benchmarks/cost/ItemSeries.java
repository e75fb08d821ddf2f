package dev.varve.benchmarks.cost;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.key.Tick;
import dev.varve.rollup.Rollup;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.testkit.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A series of this project with an item for each reading. Its rows follow every few minutes. */
final class ItemSeries implements OpenLayout {

    /** The rows catch up once in this many minutes. */
    static final int FOLLOWED_EVERY = 10;

    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private static final Series<SensorReading> READINGS = Series.of(SensorReading.class)
            .named("readings")
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}")
            .tick(Tick.SECONDS)
            .keep(SensorReading.KEPT)
            .rollUp(Rollup.of("temperature", "humidity", "battery").hourly().daily())
            .build();

    private final MutableClock clock;
    private final Varve varve;
    private final OpenSeries<SensorReading> series;
    private int minutes;

    ItemSeries(Engine engine, MutableClock clock) {
        this.clock = clock;
        this.varve = Varve.on(engine).clock(clock).open(Layout.TABLE, READINGS);
        this.series = varve.series(READINGS);
    }

    @Override
    public void store(List<SensorReading> minute) {
        if (!series.appendAll(minute).isAllStored()) {
            throw new IllegalStateException("readings were not stored");
        }
    }

    @Override
    public void keepRows(List<SensorReading> minute) {
        if (++minutes % FOLLOWED_EVERY == 0) {
            varve.processing().catchUp(PATIENCE);
        }
    }

    @Override
    public void finish() {
        // Daily rows are computed after the end of the day.
        clock.set(clock.instant().plus(Duration.ofHours(1)));
        varve.processing().catchUp(PATIENCE);
    }

    @Override
    public int latest(String device) {
        return series.latest(device).isPresent() ? 1 : 0;
    }

    @Override
    public int readings(String device, Instant from, Instant to) {
        return series.history(device).between(from, to).list().size();
    }

    @Override
    public int hours(String device, Instant from, Instant to) {
        return series.rollups(device).hourly().between(from, to).list().size();
    }

    @Override
    public int days(String device, Instant from, Instant to) {
        return series.rollups(device).daily().between(from, to).list().size();
    }

    @Override
    public void close() {
        varve.close();
    }
}
