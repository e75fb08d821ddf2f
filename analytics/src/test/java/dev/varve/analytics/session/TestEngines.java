package dev.varve.analytics.session;

import dev.varve.engine.Engine;
import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.LocalDatabase;
import java.nio.file.Path;
import java.time.Duration;

/** The engines that sessions are tested on. */
final class TestEngines {

    private static final int KEPT_CHANGES = 100_000;

    private record Harness(Engine engine, MutableClock clock) implements EngineHarness {}

    private TestEngines() {}

    static EngineHarness memory() {
        MutableClock clock = new MutableClock();
        return new Harness(new MemoryEngine(clock, KEPT_CHANGES), clock);
    }

    static EngineHarness rocksDb(Path directory) {
        MutableClock clock = new MutableClock();
        return new Harness(
                RocksDbEngine.open(
                        directory,
                        RocksDbOptions.defaults()
                                .clock(clock)
                                .durability(Durability.WRITTEN_TO_OS)
                                .withoutSweeper()),
                clock);
    }

    static EngineHarness dynamoDb(LocalDatabase database) {
        MutableClock clock = new MutableClock();
        return new Harness(
                DynamoDbEngine.builder()
                        .clock(clock)
                        .tableTimeout(Duration.ofSeconds(10))
                        .streams(database.streams())
                        .over(database.client()),
                clock);
    }
}
