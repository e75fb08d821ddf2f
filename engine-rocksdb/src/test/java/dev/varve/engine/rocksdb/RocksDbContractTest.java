package dev.varve.engine.rocksdb;

import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.contract.AllContracts;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The embedded engine passes every contract. */
class RocksDbContractTest extends AllContracts {

    @TempDir
    private Path directory;

    private int harnesses;

    @Override
    protected EngineHarness newHarness() {
        return new RocksDbHarness(directory.resolve("database-" + harnesses++));
    }
}
