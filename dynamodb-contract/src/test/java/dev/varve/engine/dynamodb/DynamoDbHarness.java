package dev.varve.engine.dynamodb;

import dev.varve.engine.Engine;
import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.LocalDatabase;
import dev.varve.testkit.model.Thoroughness;
import java.time.Duration;

/** The DynamoDB engine on DynamoDB Local. */
final class DynamoDbHarness implements EngineHarness {

    private final MutableClock clock = new MutableClock();
    private final DynamoDbEngine engine;

    DynamoDbHarness(LocalDatabase database) {
        engine = DynamoDbEngine.builder()
                .clock(clock)
                .tableTimeout(Duration.ofSeconds(10))
                // The contracts append one event after the other.
                .journalDelay(Duration.ZERO)
                .streams(database.streams())
                .over(database.client());
    }

    @Override
    public Engine engine() {
        return engine;
    }

    @Override
    public MutableClock clock() {
        return clock;
    }

    @Override
    public boolean countsEachAction() {
        return false;
    }

    @Override
    public boolean forgetsTokensByClock() {
        return false;
    }

    @Override
    public boolean timesChangesByClock() {
        return false;
    }

    @Override
    public Thoroughness thoroughness() {
        return Thoroughness.SAMPLES;
    }
}
