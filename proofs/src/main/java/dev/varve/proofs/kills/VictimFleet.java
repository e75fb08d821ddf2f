package dev.varve.proofs.kills;

import dev.varve.Processing;
import dev.varve.Varve;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.Stat;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.table.BlockingTable;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The database of the process that is killed. */
final class VictimFleet implements AutoCloseable {

    static final Instant START = Instant.parse("2060-04-20T00:00:00Z");
    static final Duration LENGTH = Duration.ofDays(3);
    static final List<String> DEVICES = List.of("d-0", "d-1", "d-2", "d-3");

    /** An event. */
    record Reading(String deviceId, Instant at, String hall, double temperature) {}

    /** How the readings are stored. */
    enum Form {
        ITEMS,
        PACKED
    }

    private final Varve db;
    private final Series<Reading> declared;

    private VictimFleet(Varve db, Series<Reading> declared) {
        this.db = db;
        this.declared = declared;
    }

    private static SeriesBuilder<Reading> declared() {
        return Series.of(Reading.class)
                .named("readings")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .rollUp(Rollup.of()
                        .stats("temperature", Stat.COUNT, Stat.SUM, Stat.MIN, Stat.MAX, Stat.FIRST, Stat.LAST)
                        .hourly()
                        .daily()
                        .group(Group.by("hall"))
                        .group(Group.all("fleet"))
                        .refreshGroups(Duration.ZERO));
    }

    /** Opens the database at a time when all days of the readings except the last are over. */
    static VictimFleet open(Path directory, Form form) {
        Series<Reading> series =
                form == Form.PACKED ? declared().packed().build() : declared().build();
        MutableClock clock = new MutableClock(START.plus(LENGTH).minus(Duration.ofHours(12)));
        RocksDbEngine engine =
                RocksDbEngine.open(directory, RocksDbOptions.defaults().clock(clock));
        // With the same owner name it need not wait for the lease of the killed process.
        Varve db = Varve.on(engine).clock(clock).owner("fleet").open("fleet", series);
        return new VictimFleet(db, series);
    }

    OpenSeries<Reading> readings() {
        return db.series(declared);
    }

    Processing processing() {
        return db.processing();
    }

    /** Writes blocks of all packed readings. */
    void flush() {
        PackedStore packed = SeriesAccess.instance().packed(readings());
        if (packed != null) {
            BlockingTable.await(packed.flush());
        }
    }

    @Override
    public void close() {
        db.close();
    }
}
