package dev.varve.analytics;

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
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An engine that a test class runs on. JUnit closes it after the tests of the class. */
public final class TestEngine implements AutoCloseable {

    public enum Kind {
        MEMORY,
        ROCKSDB,
        DYNAMODB
    }

    private final Kind kind;
    private int databases;
    private @Nullable LocalDatabase local;

    private TestEngine(Kind kind) {
        this.kind = kind;
    }

    /** Returns all engines. */
    static Stream<TestEngine> all() {
        return Arrays.stream(Kind.values()).map(TestEngine::new);
    }

    /** Returns the engines that run in this process. */
    static Stream<TestEngine> embedded() {
        return Stream.of(Kind.MEMORY, Kind.ROCKSDB).map(TestEngine::new);
    }

    public static TestEngine of(Kind kind) {
        return new TestEngine(kind);
    }

    public Kind kind() {
        return kind;
    }

    /** Opens an engine with a clock of its own. */
    public EngineHarness harness(Path directory) {
        MutableClock clock = new MutableClock();
        return new Harness(open(clock, directory), clock);
    }

    private record Harness(Engine engine, MutableClock clock) implements EngineHarness {}

    /**
     * Opens an engine with this clock; the test closes it.
     *
     * @param directory where engines store their files, each in a folder of its own
     */
    public Engine open(MutableClock clock, Path directory) {
        return switch (kind) {
            case MEMORY -> new MemoryEngine(clock);
            case ROCKSDB ->
                RocksDbEngine.open(
                        directory.resolve("database-" + databases++),
                        RocksDbOptions.defaults()
                                .clock(clock)
                                .durability(Durability.WRITTEN_TO_OS)
                                .withoutSweeper());
            case DYNAMODB ->
                DynamoDbEngine.builder()
                        .clock(clock)
                        .tableTimeout(Duration.ofSeconds(10))
                        .streams(database().streams())
                        .over(database().client());
        };
    }

    private LocalDatabase database() {
        if (local == null) {
            local = LocalDatabase.open();
        }
        return local;
    }

    @Override
    public void close() {
        if (local != null) {
            local.close();
            local = null;
        }
    }

    @Override
    public String toString() {
        return kind.name();
    }
}
