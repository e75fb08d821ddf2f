package dev.varve.analytics.stats;

import dev.varve.engine.Engine;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

class RocksDbStatsTest extends StatsContracts {

    @TempDir
    private Path directory;

    private int databases;

    @Override
    Engine newEngine(MutableClock clock) {
        return RocksDbEngine.open(
                directory.resolve("database-" + databases++),
                RocksDbOptions.defaults()
                        .clock(clock)
                        .durability(Durability.WRITTEN_TO_OS)
                        .withoutSweeper());
    }

    @Override
    int seeds() {
        return 2;
    }

    @Override
    int sessions() {
        return 15;
    }

    @Override
    Duration afterwards() {
        return Duration.ofDays(20);
    }

    @Nested
    class OfCost extends StatsCostContract {
        @Override
        Engine newEngine(MutableClock clock) {
            return RocksDbStatsTest.this.newEngine(clock);
        }
    }
}
