package dev.varve.analytics.session;

import dev.varve.testkit.EngineHarness;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksDbSessionsTest extends SessionsContract {

    @TempDir
    private Path directory;

    @Override
    EngineHarness newHarness() {
        return TestEngines.rocksDb(directory.resolve("database"));
    }
}
