package dev.varve.server.sites;

import dev.varve.engine.Engine;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A server on a database in a folder. */
abstract class RocksDbFixture extends SitesFixture {

    @TempDir
    private Path directory;

    @Override
    Engine newEngine(MutableClock newClock) {
        return RocksDbEngine.open(
                directory.resolve("data"),
                RocksDbOptions.defaults()
                        .clock(newClock)
                        .durability(Durability.WRITTEN_TO_OS)
                        .withoutSweeper());
    }
}
