package dev.varve.iot;

import dev.varve.engine.Engine;
import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.LocalDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An engine that a test class runs on. JUnit closes it after the tests of the class. */
final class TestEngine implements AutoCloseable {

    enum Kind {
        MEMORY,
        ROCKSDB,
        DYNAMODB
    }

    private final Kind kind;
    private final boolean isPacked;
    private int databases;
    private @Nullable LocalDatabase local;

    private TestEngine(Kind kind, boolean isPacked) {
        this.kind = kind;
        this.isPacked = isPacked;
    }

    /** Returns all engines, and those with a journal once more for packed readings. */
    static Stream<TestEngine> all() {
        return Stream.concat(
                Arrays.stream(Kind.values()).map(kind -> new TestEngine(kind, false)),
                Stream.of(Kind.MEMORY, Kind.ROCKSDB).map(kind -> new TestEngine(kind, true)));
    }

    /** Returns whether fleets declare packed readings where they can. */
    boolean isPacked() {
        return isPacked;
    }

    /**
     * Opens an engine with this clock; the test closes it.
     *
     * @param directory where engines store their files, each in a folder of its own
     */
    Engine open(MutableClock clock, Path directory) {
        return switch (kind) {
            case MEMORY -> new MemoryEngine(clock);
            case ROCKSDB ->
                RocksDbEngine.open(
                        directory.resolve("database-" + databases++),
                        RocksDbOptions.defaults().clock(clock).durability(Durability.WRITTEN_TO_OS));
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
        return kind.name() + (isPacked ? " PACKED" : "");
    }
}
