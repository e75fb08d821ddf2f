package dev.varve.analytics;

import dev.varve.engine.Engine;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksDbModelTest extends ModelContracts {

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
}
