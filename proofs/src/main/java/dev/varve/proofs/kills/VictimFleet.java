package dev.varve.proofs.kills;

import dev.varve.Varve;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.Stat;
import dev.varve.series.Series;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The series of the process that is killed. */
final class VictimFleet {

    static final Instant START = Instant.parse("2060-04-20T00:00:00Z");
    static final Duration LENGTH = Duration.ofDays(3);
    static final List<String> DEVICES = List.of("d-0", "d-1", "d-2", "d-3");

    /** An event. */
    record Reading(String deviceId, Instant at, String hall, double temperature) {}

    static final Series<Reading> READINGS = Series.of(Reading.class)
            .named("readings")
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}")
            .rollUp(Rollup.of()
                    .stats("temperature", Stat.COUNT, Stat.SUM, Stat.MIN, Stat.MAX, Stat.FIRST, Stat.LAST)
                    .hourly()
                    .daily()
                    .group(Group.by("hall"))
                    .group(Group.all("fleet"))
                    .refreshGroups(Duration.ZERO))
            .build();

    private VictimFleet() {}

    /** Opens the database at a time when all days of the readings except the last are over. */
    static Varve open(Path directory) {
        MutableClock clock = new MutableClock(START.plus(LENGTH).minus(Duration.ofHours(12)));
        RocksDbEngine engine =
                RocksDbEngine.open(directory, RocksDbOptions.defaults().clock(clock));
        // With the same owner name it need not wait for the lease of the killed process.
        return Varve.on(engine).clock(clock).owner("fleet").open("fleet", READINGS);
    }
}
