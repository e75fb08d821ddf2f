package dev.varve.engine.rocksdb;

import static dev.varve.engine.rocksdb.Databases.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Query;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that cannot be used is rejected with the reason. */
class DirectoryTest {

    @TempDir
    private Path root;

    @Test
    void directoryInUseIsRefused() {
        Path directory = root.resolve("db");
        try (RocksDbEngine first = Databases.open(directory)) {
            assertFails(
                    Rejected.class,
                    "rocksdb.locked",
                    "directory %s is in use by another engine, in this process or another one: close that first"
                            .formatted(directory),
                    () -> Databases.open(directory));
            assertThat(Databases.readings(first)
                            .put(Item.of("pk", "a", "sk", "b"))
                            .isWritten())
                    .isTrue();
        }
        Databases.open(directory).close();
    }

    @Test
    void refusedOpenKeepsTheLockOfTheFirst() throws Exception {
        Path directory = root.resolve("db");
        try (RocksDbEngine first = Databases.open(directory)) {
            assertThat(catchThrowableOfType(
                            Rejected.class, () -> Databases.open(root.resolve("../" + root.getFileName() + "/db"))))
                    .isNotNull();
            assertThat(isFreeForAnotherProcess(directory)).isFalse();
            assertThat(Databases.readings(first)
                            .put(Item.of("pk", "a", "sk", "b"))
                            .isWritten())
                    .isTrue();
        }
        assertThat(isFreeForAnotherProcess(directory)).isTrue();
    }

    private static boolean isFreeForAnotherProcess(Path directory) throws Exception {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        TryLock.class.getName(),
                        directory.resolve("varve.lock").toString())
                .inheritIO()
                .start();
        return switch (other.waitFor()) {
            case TryLock.FREE -> true;
            case TryLock.HELD -> false;
            default -> throw new AssertionError("the other process failed");
        };
    }

    /** Another process that tries to lock the folder. */
    static final class TryLock {

        static final int FREE = 10;
        static final int HELD = 11;

        private TryLock() {}

        public static void main(String[] args) throws IOException {
            try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
                System.exit(channel.tryLock() == null ? HELD : FREE);
            }
        }
    }

    @Test
    void directoryWithOtherFilesIsRefusedAndNotChanged() throws IOException {
        Files.writeString(root.resolve("notes.txt"), "mine");
        assertFails(
                Rejected.class,
                "rocksdb.foreign",
                "directory %s holds other files (notes.txt) and no Varve database: choose an empty or new directory"
                        .formatted(root),
                () -> Databases.open(root));
        try (Stream<Path> files = Files.list(root)) {
            assertThat(files).containsExactly(root.resolve("notes.txt"));
        }
    }

    @Test
    void fileIsRefused() throws IOException {
        Path file = Files.writeString(root.resolve("db"), "mine");
        assertFails(
                Rejected.class,
                "rocksdb.foreign",
                "%s is a file, not a directory".formatted(file),
                () -> Databases.open(file));
    }

    @Test
    void newerFormatIsRefused() throws IOException {
        Databases.open(root).close();
        Files.writeString(root.resolve("VARVE"), "varve rocksdb format 2 ready\n");
        assertFails(
                Rejected.class,
                "rocksdb.newer-format",
                "the database in %s has format 2; this version of Varve reads up to format 1: use a newer Varve"
                        .formatted(root),
                () -> Databases.open(root));
    }

    @Test
    void unreadableMarkerIsCorruptData() throws IOException {
        Databases.open(root).close();
        Files.writeString(root.resolve("VARVE"), "?");
        assertFails(
                CorruptData.class,
                "rocksdb.damaged",
                ("the database in %s is damaged: its marker VARVE does not read \"varve rocksdb format …\". "
                                + "Keep the directory and restore a backup")
                        .formatted(root),
                () -> Databases.open(root));
    }

    @Test
    void missingFilesAreCorruptDataAndNotANewDatabase() throws IOException {
        Databases.open(root).close();
        Files.delete(root.resolve("data/CURRENT"));
        assertFails(
                CorruptData.class,
                "rocksdb.damaged",
                "the database in %s is damaged: data/CURRENT is missing. Keep the directory and restore a backup"
                        .formatted(root),
                () -> Databases.open(root));
    }

    @Test
    void damagedFilesAreCorruptData() throws IOException {
        try (RocksDbEngine engine = Databases.open(root)) {
            Databases.readings(engine).put(Item.of("pk", "a", "sk", "b"));
        }
        for (Path manifest : files("MANIFEST")) {
            Files.write(manifest, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
        }
        CorruptData error = catchThrowableOfType(CorruptData.class, () -> Databases.open(root));
        assertThat(error.code()).isEqualTo("rocksdb.damaged");
        assertThat(error).hasMessageStartingWith("the database in %s is damaged: ".formatted(root));
    }

    @Test
    void missingTableFileIsCorruptData() throws IOException {
        Path copy = root.resolve("copy");
        try (RocksDbEngine engine = Databases.open(root.resolve("db"))) {
            Databases.readings(engine).put(Item.of("pk", "a", "sk", "b"));
            // A backup flushes everything to table files.
            engine.backup(copy);
        }
        try (Stream<Path> files = Files.list(copy.resolve("data"))) {
            for (Path file :
                    files.filter(name -> name.toString().endsWith(".sst")).toList()) {
                Files.delete(file);
            }
        }
        CorruptData error = catchThrowableOfType(CorruptData.class, () -> Databases.open(copy));
        assertThat(error.code()).isEqualTo("rocksdb.damaged");
    }

    /** The message of a failed read reaches clients. */
    @Test
    void damageFoundByReadingDoesNotNameTheFolder() throws IOException {
        Path copy = root.resolve("copy");
        try (RocksDbEngine engine = Databases.open(root.resolve("db"))) {
            Databases.readings(engine).put(Item.of("pk", "a", "sk", "b"));
            engine.backup(copy);
        }
        try (Stream<Path> files = Files.list(copy.resolve("data"))) {
            for (Path file :
                    files.filter(name -> name.toString().endsWith(".sst")).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                Arrays.fill(bytes, 0, 10, (byte) 77);
                // The original shares the file.
                Files.delete(file);
                Files.write(file, bytes);
            }
        }
        CorruptData error = catchThrowableOfType(CorruptData.class, () -> {
            try (RocksDbEngine engine = Databases.open(copy)) {
                Databases.readings(engine).get(Get.of(Key.of("a", "b")));
            }
        });
        assertThat(error).as("the error of the damaged file").isNotNull();
        assertThat(error.code()).isEqualTo("rocksdb.damaged");
        assertThat(error).hasMessageNotContaining(root.toString());
    }

    @Test
    void interruptedCreationStartsOver() throws IOException {
        Files.writeString(root.resolve("VARVE"), "varve rocksdb format 1 creating\n");
        Files.createDirectories(root.resolve("data"));
        Files.writeString(root.resolve("data/CURRENT"), "half");
        try (RocksDbEngine engine = Databases.open(root)) {
            assertThat(engine.audit().isClean()).isTrue();
        }
        assertThat(Files.readString(root.resolve("VARVE"))).isEqualTo("varve rocksdb format 1 ready\n");
    }

    @Test
    void truncatedLastRecordOfTheLogIsIgnored() throws IOException {
        try (RocksDbEngine engine = Databases.open(root)) {
            Databases.readings(engine).put(Item.of("pk", "a", "sk", "1"));
            Databases.readings(engine).put(Item.of("pk", "a", "sk", "2"));
        }
        for (Path log : files(".log")) {
            try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
                channel.truncate(Math.max(0, channel.size() - 3));
            }
        }
        try (RocksDbEngine engine = Databases.open(root)) {
            assertThat(Databases.readings(engine).stream(Query.of("a"))).containsExactly(Item.of("pk", "a", "sk", "1"));
            assertThat(engine.audit().problems()).isEmpty();
        }
    }

    private List<Path> files(String part) throws IOException {
        try (Stream<Path> files = Files.list(root.resolve("data"))) {
            return files.filter(file -> file.getFileName().toString().contains(part))
                    .toList();
        }
    }
}
