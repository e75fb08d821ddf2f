package dev.varve.iot;

import dev.varve.engine.Engine;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksDbFleetTest extends AllFleetContracts {

    @TempDir
    private Path directory;

    @Override
    Engine newEngine(MutableClock clock) {
        return RocksDbEngine.open(
                directory.resolve("data"),
                RocksDbOptions.defaults().clock(clock).durability(Durability.WRITTEN_TO_OS));
    }
}
