package dev.varve.proofs.model;

import dev.varve.engine.Engine;
import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.LocalDatabase;
import dev.varve.testkit.model.Thoroughness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** An engine under test, its clock, and its cleanup. */
record ModelSubject(Engine engine, MutableClock clock, Thoroughness thoroughness, Runnable after)
        implements AutoCloseable {

    static final List<String> ALL = List.of("memory", "rocksdb", "dynamodb");

    static ModelSubject open(String name) throws IOException {
        MutableClock clock = new MutableClock();
        return switch (name) {
            case "rocksdb" -> {
                Path directory = Files.createTempDirectory("varve-model");
                Engine engine = RocksDbEngine.open(
                        directory.resolve("db"),
                        RocksDbOptions.defaults()
                                .clock(clock)
                                .durability(Durability.WRITTEN_TO_OS)
                                .withoutSweeper());
                yield new ModelSubject(engine, clock, Thoroughness.FULL, () -> remove(directory));
            }
            case "dynamodb" -> {
                LocalDatabase database = LocalDatabase.open();
                Engine engine = DynamoDbEngine.builder().clock(clock).over(database.client());
                yield new ModelSubject(engine, clock, Thoroughness.SAMPLES, database::close);
            }
            default -> new ModelSubject(new MemoryEngine(clock), clock, Thoroughness.FULL, () -> {});
        };
    }

    private static void remove(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        engine.close();
        after.run();
    }
}
