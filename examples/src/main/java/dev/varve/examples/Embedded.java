package dev.varve.examples;

import dev.varve.engine.Engine;
import dev.varve.engine.rocksdb.RocksDbEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Runs an example on the embedded engine, in a temporary directory. */
final class Embedded {

    /** An example that runs on any engine and returns its output lines. */
    interface Example {
        List<String> run(Engine engine, InstantSource clock);
    }

    private Embedded() {}

    static void print(Example example) {
        try {
            Path directory = Files.createTempDirectory("varve-example");
            try (Engine engine = RocksDbEngine.open(directory.resolve("data"))) {
                example.run(engine, InstantSource.system()).forEach(System.out::println);
            }
            delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
