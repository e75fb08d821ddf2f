package dev.varve.engine.rocksdb;

import static dev.varve.engine.rocksdb.Databases.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.rocksdb.internal.store.TestDisk;
import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.table.Get;
import dev.varve.table.Journal;
import dev.varve.table.Journal.Entry;
import dev.varve.table.Key;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.random.Draw;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;

/** What the journals of the embedded engine do beyond the contract. */
class JournalTest {

    private static final int MB = 1024 * 1024;
    private static final int STEPS = 12;
    private static final int CUTS = 40;

    @TempDir
    private Path root;

    private static Journal journal(RocksDbEngine engine) {
        return engine.journal(Databases.SCHEMA, "j").orElseThrow();
    }

    private static Item row(int number) {
        return Item.of("pk", "rows", "sk", Integer.toString(number));
    }

    @Test
    void onlyAppendsAreSynced() {
        try (RocksDbEngine engine =
                RocksDbEngine.open(root.resolve("db"), RocksDbOptions.defaults().withoutSweeper())) {
            BlockingTable deferred =
                    engine.open(Databases.SCHEMA).join().deferred().blocking();
            deferred.put(row(0));
            long before = engine.syncs().orElseThrow();
            Journal journal = journal(engine);
            deferred.put(row(1));
            journal.trim(0).join();
            long number = journal.append(new byte[10]).join().number();
            assertThat(engine.syncs()).hasValue(before + 1);
            deferred.put(row(2));
            journal.trim(number).join();
            assertThat(engine.syncs()).hasValue(before + 1);
        }
    }

    /** A power failure loses the end of the log: everything behind some byte. */
    @Test
    void lostRecordMeansThatDeferredWritesBeforeItsTrimSurvive() throws IOException {
        Path whole = root.resolve("db");
        try (RocksDbEngine engine = Databases.open(whole)) {
            BlockingTable deferred =
                    engine.open(Databases.SCHEMA).join().deferred().blocking();
            Journal journal = journal(engine);
            for (int i = 1; i <= STEPS; i++) {
                assertThat(journal.append(new byte[100]).join().number()).isEqualTo(i);
                deferred.put(row(i));
                if (i % 3 == 0) {
                    journal.trim(i - 1).join();
                }
            }
        }
        Path log = onlyLog(whole);
        byte[] bytes = Files.readAllBytes(log);
        for (int cut = 0; cut <= CUTS; cut++) {
            Path copy = copy(whole, root.resolve("cut-" + cut));
            int length = (int) ((long) bytes.length * cut / CUTS);
            Files.write(onlyLog(copy), Arrays.copyOf(bytes, length));
            try (RocksDbEngine engine = Databases.open(copy)) {
                BlockingTable table = Databases.readings(engine);
                Journal journal = journal(engine);
                Set<Long> found =
                        journal.read(0).join().stream().map(Entry::number).collect(Collectors.toSet());
                long next = journal.append(new byte[0]).join().number();
                for (int i = 1; i < next; i++) {
                    boolean stored = table.get(Get.of(Key.of("rows", Integer.toString(i))))
                            .find()
                            .isPresent();
                    assertThat(stored || found.contains((long) i))
                            .as(
                                    "row or record %s is stored when %s of %s bytes of the log remain",
                                    i, length, bytes.length)
                            .isTrue();
                }
                assertThat(engine.audit().problems()).isEmpty();
            }
        }
    }

    private static Path onlyLog(Path database) throws IOException {
        try (Stream<Path> files = Files.list(database.resolve("data"))) {
            List<Path> logs =
                    files.filter(file -> file.toString().endsWith(".log")).toList();
            assertThat(logs).hasSize(1);
            return logs.get(0);
        }
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
        return to;
    }

    @Test
    void folderWithoutTheFamilyGetsIt() throws Exception {
        writeFolderOfAnEarlierVersion();
        for (int opening = 1; opening <= 2; opening++) {
            try (RocksDbEngine engine = Databases.open(root)) {
                Databases.readings(engine).put(row(opening));
                assertThat(journal(engine).append(new byte[opening]).join().number())
                        .isEqualTo(opening);
                assertThat(engine.audit().problems()).isEmpty();
                assertThat(engine.audit().rows()).isEqualTo(opening);
            }
        }
    }

    private void writeFolderOfAnEarlierVersion() throws Exception {
        Files.writeString(root.resolve("VARVE"), "varve rocksdb format 1 ready\n");
        Path data = Files.createDirectories(root.resolve("data"));
        RocksDB.loadLibrary();
        List<ColumnFamilyDescriptor> families = Stream.of("default", "rows", "indexes", "expiry", "changes")
                .map(name -> new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8)))
                .toList();
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try (DBOptions options = new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
                RocksDB db = RocksDB.open(options, data.toString(), families, handles)) {
            handles.forEach(ColumnFamilyHandle::close);
        }
    }

    @Test
    void backupContainsJournals() {
        try (RocksDbEngine engine = Databases.open(root.resolve("db"))) {
            Databases.readings(engine);
            Journal journal = journal(engine);
            long first = journal.append(new byte[100]).join().number();
            long second = journal.append(new Draw(1).bytes(MB)).join().number();
            journal.trim(first).join();
            engine.backup(root.resolve("backup"));
            journal.trim(second).join();
            try (RocksDbEngine copy = Databases.open(root.resolve("backup"))) {
                Databases.readings(copy);
                assertThat(journal(copy).read(0).join())
                        .singleElement()
                        .satisfies(entry -> assertThat(entry.content()).isEqualTo(new Draw(1).bytes(MB)));
                assertThat(journal(copy).append(new byte[1]).join().number()).isEqualTo(second + 1);
                assertThat(copy.audit().problems()).isEmpty();
            }
        }
    }

    @Test
    void whileTheDiskIsLowAppendsAreRefusedAndTrimsFreeSpace() throws IOException {
        TestDisk disk = new TestDisk(1024L * MB);
        RocksDbOptions options =
                Databases.options(new MutableClock()).diskReserve(16 * MB).writeBuffer(MB);
        try (RocksDbEngine engine = RocksDbEngine.open(root, options, disk)) {
            Databases.readings(engine);
            Journal journal = journal(engine);
            Draw draw = new Draw(3);
            for (int i = 0; i < 40; i++) {
                journal.append(draw.bytes(MB)).join();
            }
            disk.free(14L * MB);
            engine.watchDisk();
            assertThat(journal.append(new byte[1]))
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withCauseInstanceOf(Unavailable.class);
            long before = bytesOnDisk();
            journal.trim(38).join();
            engine.watchDisk();
            assertThat(before).isGreaterThan(38L * MB);
            assertThat(bytesOnDisk()).isLessThan(6L * MB);
            assertThat(journal.read(0).join()).extracting(Entry::number).containsExactly(39L, 40L);
            disk.free(1024L * MB);
            engine.watchDisk();
            assertThat(journal.append(new byte[1]).join().number()).isGreaterThan(40);
            assertThat(engine.audit().problems()).isEmpty();
        }
    }

    private long bytesOnDisk() throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(root.resolve("data"))) {
            for (Path file : files.toList()) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }

    @Test
    void journalOfATableThatIsNotOpenIsRefused() {
        try (RocksDbEngine engine = Databases.open(root)) {
            assertFails(
                    Rejected.class,
                    "table.not-open",
                    "table readings is not open on this engine: open it first",
                    () -> journal(engine));
        }
    }

    @Test
    void unusableNameIsRefused() {
        try (RocksDbEngine engine = Databases.open(root)) {
            Databases.readings(engine);
            assertFails(
                    Rejected.class,
                    "journal.name",
                    "the name of a journal has 0 bytes; it must have 1 to 255",
                    () -> engine.journal(Databases.SCHEMA, ""));
            assertFails(
                    Rejected.class,
                    "journal.name",
                    "the name of a journal has 256 bytes; it must have 1 to 255",
                    () -> engine.journal(Databases.SCHEMA, "é".repeat(128)));
        }
    }

    @Test
    void closedEngineRefusesJournals() {
        RocksDbEngine engine = Databases.open(root);
        Databases.readings(engine);
        Journal journal = journal(engine);
        engine.close();
        assertFails(Unavailable.class, "engine.closed", "the engine is closed", () -> journal(engine));
        assertThat(journal.append(new byte[1])).isCompletedExceptionally();
        assertThat(journal.read(0)).isCompletedExceptionally();
        assertThat(journal.trim(1)).isCompletedExceptionally();
    }
}
