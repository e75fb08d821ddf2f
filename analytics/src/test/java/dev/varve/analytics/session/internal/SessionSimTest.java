package dev.varve.analytics.session.internal;

import dev.varve.analytics.TestEngine;
import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.random.Seeds;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionSimTest {

    private static final int STEPS = 200;

    @Test
    void sessionsMatchStoredHitsUnderFaults(@TempDir Path directory) {
        Seeds.run(Integer.getInteger("varve.sessionSeeds", 60), seed -> {
            try (EngineHarness harness = TestEngine.of(TestEngine.Kind.MEMORY).harness(directory)) {
                SessionSim.run(seed, STEPS, harness);
            }
        });
    }

    @Test
    void sessionsMatchStoredHitsOnDisk(@TempDir Path directory) {
        try (EngineHarness harness = TestEngine.of(TestEngine.Kind.ROCKSDB).harness(directory)) {
            Seeds.run(5, seed -> SessionSim.run(seed, STEPS, harness));
        }
    }
}
