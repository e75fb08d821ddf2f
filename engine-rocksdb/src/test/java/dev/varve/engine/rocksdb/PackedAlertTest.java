package dev.varve.engine.rocksdb;

import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.contract.alert.PackedAlertContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Alerts of packed series on the embedded engine. */
class PackedAlertTest extends PackedAlertContract {

    @TempDir
    private Path directory;

    @Override
    protected EngineHarness newHarness() {
        return new RocksDbHarness(directory.resolve("database"));
    }
}
