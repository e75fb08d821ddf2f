package dev.varve.proofs.diff;

import dev.varve.engine.Engine;
import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.TableSchema;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.LocalDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs scripts on all engines: each run has a new memory engine and new tables on the others. The memory engine comes
 * first, because the others are compared with it.
 */
final class Arena implements AutoCloseable {

    static final String MEMORY = "memory";
    static final String ROCKSDB = "rocksdb";
    static final String DYNAMODB = "dynamodb";
    static final List<String> ALL = List.of(MEMORY, ROCKSDB, DYNAMODB);

    private final MutableClock clock = new MutableClock();
    private final Path directory;
    private final Engine rocksDb;
    private final LocalDatabase database = LocalDatabase.open();
    private final Engine dynamoDb = DynamoDbEngine.builder().clock(clock).over(database.client());
    private int runs;

    Arena() throws IOException {
        directory = Files.createTempDirectory("varve-diff");
        rocksDb = RocksDbEngine.open(
                directory.resolve("db"),
                RocksDbOptions.defaults()
                        .clock(clock)
                        .durability(Durability.WRITTEN_TO_OS)
                        .withoutSweeper());
    }

    /** Runs a script on new tables of all engines. */
    DiffOutcome run(Script script) {
        String name = "r" + ++runs;
        List<TableSchema> schemas = Script.schemas(name);
        clock.set(MutableClock.START);
        try (MemoryEngine memory = new MemoryEngine(clock)) {
            List<DiffSubject> subjects = new ArrayList<>();
            subjects.add(DiffSubject.open(MEMORY, memory, schemas));
            subjects.add(DiffSubject.open(ROCKSDB, rocksDb, schemas));
            subjects.add(DiffSubject.open(DYNAMODB, dynamoDb, schemas));
            return new Run(name, schemas, clock, subjects).of(script);
        }
    }

    @Override
    public void close() {
        rocksDb.close();
        dynamoDb.close();
        database.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
