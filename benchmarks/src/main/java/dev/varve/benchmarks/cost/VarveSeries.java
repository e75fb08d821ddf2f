package dev.varve.benchmarks.cost;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.key.Tick;
import dev.varve.rollup.Rollup;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.testkit.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A series of this project. Its rows follow every few minutes. */
final class VarveSeries implements OpenLayout {

    /** The rows catch up once in this many minutes. */
    static final int FOLLOWED_EVERY = 10;

    private static final Duration PATIENCE = Duration.ofMinutes(30);

    /** The seconds of a minute. */
    private static final int SECONDS = 60;

    private final MutableClock clock;
    private final Varve varve;
    private final OpenSeries<SensorReading> series;
    private final int batches;
    private int minutes;

    private VarveSeries(Engine engine, MutableClock clock, Series<SensorReading> declared, int batches) {
        this.clock = clock;
        this.varve = Varve.on(engine).clock(clock).open(Layout.TABLE, declared);
        this.series = varve.series(declared);
        this.batches = batches;
    }

    /** Opens a series with an item for each reading. */
    static VarveSeries items(Engine engine, MutableClock clock) {
        return new VarveSeries(engine, clock, declared().build(), 1);
    }

    /** Opens a packed series; the readings of each second are one record of its journal. */
    static VarveSeries packed(Engine engine, MutableClock clock, Duration block) {
        return new VarveSeries(engine, clock, declared().packed(block).build(), SECONDS);
    }

    static SeriesBuilder<SensorReading> declared() {
        return Series.of(SensorReading.class)
                .named("readings")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .tick(Tick.SECONDS)
                .keep(SensorReading.KEPT)
                .rollUp(Rollup.of("temperature", "humidity", "battery").hourly().daily());
    }

    @Override
    public void store(List<SensorReading> minute) {
        for (int batch = 0; batch < batches; batch++) {
            List<SensorReading> some =
                    minute.subList(minute.size() * batch / batches, minute.size() * (batch + 1) / batches);
            if (!some.isEmpty() && !series.appendAll(some).isAllStored()) {
                throw new IllegalStateException("readings were not stored");
            }
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
