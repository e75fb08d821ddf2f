package dev.varve.examples;

import dev.varve.Transaction;
import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.schema.Schema;
import dev.varve.series.Series;
import dev.varve.table.Update;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Raw readings and hourly totals, written in one transaction so that a repeated reading is counted once.
 *
 * <p>Totals are updated by the append only: a corrected reading does not correct its row.
 */
public final class SensorAggregates {

    private SensorAggregates() {}

    record Reading(String sensorId, Instant at, double value) {}

    record Hour(String sensorId, Instant at, long count, double sum, double min, double max) {}

    static final Series<Reading> READINGS = Series.of(Reading.class)
            .named("readings")
            .partition("SENSOR#{sensorId}#RAW")
            .sort("{at}")
            .keep(Duration.ofDays(30))
            .build();

    static final Series<Hour> HOURS = Series.of(Hour.class)
            .named("hours")
            .partition("SENSOR#{sensorId}#HOURLY")
            .sort("{at:hour:dashed}")
            .tick(Tick.SECONDS)
            .rows() // one row for each hour
            .build();

    // guide: count
    static Transaction.Result store(Varve db, Reading reading) {
        Instant hour = reading.at().truncatedTo(ChronoUnit.HOURS);
        Parts sensor = HOURS.key(reading.sensorId());
        Update row = Update.of(HOURS.itemKey(sensor, hour))
                .set("sensorId", reading.sensorId())
                .set("at", Tick.SECONDS.text(hour))
                .increment("count", 1)
                .increment("sum", reading.value())
                .min("min", reading.value())
                .max("max", reading.value());
        Transaction transaction = db.transact();
        transaction.append(db.series(READINGS), reading); // a duplicate cancels both
        transaction.write("sensors", row);
        return transaction.commit();
    }
    // guide: end

    // guide: average
    /** Returns the total sum divided by the total count, so that hours with more readings weigh more. */
    static double average(List<Hour> hours) {
        return hours.stream().mapToDouble(Hour::sum).sum()
                / hours.stream().mapToLong(Hour::count).sum();
    }
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        Varve db = Varve.open(engine, Schema.of("sensors", READINGS, HOURS));
        Instant today = clock.instant().truncatedTo(ChronoUnit.DAYS);
        Instant yesterday = today.minus(Duration.ofDays(1));
        for (int second = 0; second < 100; second++) {
            store(db, new Reading("temp-1", yesterday.plusSeconds(second), 10));
        }
        for (int second = 0; second < 10; second++) {
            store(db, new Reading("temp-1", yesterday.plusSeconds(3600 + second), 90));
        }
        Transaction.Result again = store(db, new Reading("temp-1", yesterday, 10));

        List<Hour> hours =
                db.series(HOURS).history("temp-1").between(yesterday, today).list();
        return List.of(
                "sent again: " + again.getClass().getSimpleName(),
                "hours: " + hours.stream().map(Hour::count).toList() + " readings",
                "average of the day: " + Math.round(100 * average(hours)) / 100.0);
    }

    public static void main(String[] args) {
        Embedded.print(SensorAggregates::run);
    }
}
