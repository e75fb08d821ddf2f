package dev.varve.server.table;

import dev.varve.engine.Engine;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksDbTableApiTest extends TableApiContract {

    @TempDir
    static Path directory;

    @Override
    Engine newEngine(MutableClock clock) {
        return RocksDbEngine.open(directory, RocksDbOptions.defaults().clock(clock));
    }

    @Override
    Storage storage() {
        return Storage.rocksDb(directory);
    }
}
