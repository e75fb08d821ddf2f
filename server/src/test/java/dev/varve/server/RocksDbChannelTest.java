package dev.varve.server;

import dev.varve.engine.Engine;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksDbChannelTest extends ChannelContract {

    @TempDir
    private Path directory;

    @Override
    Engine newEngine(MutableClock engineClock) {
        return RocksDbEngine.open(
                directory.resolve("data"),
                RocksDbOptions.defaults().clock(engineClock).durability(Durability.WRITTEN_TO_OS));
    }
}
