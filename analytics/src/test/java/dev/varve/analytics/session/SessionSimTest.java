package dev.varve.analytics.session;

import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.random.Seeds;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionSimTest {

    private static final int STEPS = 200;

    @Test
    void sessionsMatchStoredHitsUnderFaults() {
        Seeds.run(Integer.getInteger("varve.sessionSeeds", 60), seed -> {
            try (EngineHarness harness = TestEngines.memory()) {
                SessionSim.run(seed, STEPS, harness);
            }
        });
    }

    @Test
    void sessionsMatchStoredHitsOnDisk(@TempDir Path directory) {
        try (EngineHarness harness = TestEngines.rocksDb(directory.resolve("database"))) {
            Seeds.run(5, seed -> SessionSim.run(seed, STEPS, harness));
        }
    }
}
