package dev.varve.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.engine.rocksdb.internal.store.Disk;
import dev.varve.engine.rocksdb.internal.store.TestDisk;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.table.BlockingTable;
import dev.varve.table.Get;
import dev.varve.table.Journal;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Scan;
import dev.varve.table.TableSchema;
import dev.varve.testkit.random.Draw;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A full disk loses no acknowledged write and needs no restart. This test needs the right to mount a tmpfs. */
class FullDiskTest {

    private static final int ITEM_BYTES = 20_000;

    /** More than the disk holds. */
    private static final int MOST_ITEMS = 100_000;

    private static final int MB = 1024 * 1024;
    private static final int WRITERS = 4;
    private static final int WRITES_AFTER = 50;

    private static final RocksDbOptions OPTIONS = RocksDbOptions.defaults().withoutSweeper();
    private static final RocksDbOptions NO_RESERVE = OPTIONS.diskReserve(0);

    @TempDir
    private Path directory;

    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);

    private Path ballast;
    private Path data;

    @BeforeEach
    void mount() throws Exception {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", directory.toString()), "cannot mount a tmpfs");
        ballast = directory.resolve("ballast");
        data = directory.resolve("data");
        Files.write(ballast, new byte[40 * MB]);
    }

    @AfterEach
    void unmount() throws Exception {
        threads.shutdownNow();
        run("umount", "-l", directory.toString());
    }

    @Test
    void fullDiskIsReportedAndNoAcknowledgedWriteIsLost() throws Exception {
        Set<String> acknowledged = new TreeSet<>();
        try (RocksDbEngine engine = open(NO_RESERVE)) {
            assertRanFull(fill(table(engine), acknowledged));
            VarveException later = catchThrowableOfType(
                    VarveException.class, () -> table(engine).put(item("later")));
            assertThat(later).isInstanceOf(Unavailable.class);
            assertThat(later.code()).isEqualTo("rocksdb.disk-full");
            assertThat(later)
                    .hasMessageStartingWith(
                            "the disk of the database folder is full, so writes are refused: make room;")
                    .hasMessageNotContaining(directory.toString());
            // Closing works on a full disk.
        }
        Files.delete(ballast);
        try (RocksDbEngine engine = open(NO_RESERVE)) {
            assertThat(stored(engine)).containsAll(acknowledged);
            table(engine).put(item("after"));
        }
    }

    @Test
    void journalContinuesAfterAFullDisk() throws Exception {
        List<Long> acknowledged = new ArrayList<>();
        try (RocksDbEngine engine = open(NO_RESERVE)) {
            TableSchema schema = TableSchema.named("journals").build();
            engine.open(schema).join();
            Journal journal = engine.journal(schema, "j").orElseThrow();
            byte[] content = new Draw(5).bytes(ITEM_BYTES);
            VarveException failure = null;
            while (failure == null && acknowledged.size() < MOST_ITEMS) {
                CompletableFuture<Journal.Appended> append = journal.append(content);
                if (append.isCompletedExceptionally()) {
                    failure = (VarveException)
                            append.handle((any, error) -> error).join();
                } else {
                    acknowledged.add(append.join().number());
                }
            }
            assertRanFull(failure);
            Files.delete(ballast);
            engine.watchDisk();
            acknowledged.add(journal.append(content).join().number());
            assertThat(acknowledged).isSorted().doesNotHaveDuplicates();
            long after = 0;
            List<Long> found = new ArrayList<>();
            for (List<Journal.Entry> page = journal.read(after).join();
                    !page.isEmpty();
                    page = journal.read(after).join()) {
                page.forEach(entry -> found.add(entry.number()));
                after = page.get(page.size() - 1).number();
            }
            // The record of unknown outcome may be there too.
            assertThat(found).isSorted().containsAll(acknowledged).hasSizeLessThanOrEqualTo(acknowledged.size() + 1);
            journal.trim(after).join();
            assertThat(journal.read(0).join()).isEmpty();
            assertThat(engine.audit().problems()).isEmpty();
        }
    }

    @Test
    void writesAreRefusedBelowTheReserveAndAcceptedAgain() throws Exception {
        Set<String> acknowledged = new TreeSet<>();
        try (RocksDbEngine engine = open(OPTIONS)) {
            BlockingTable table = table(engine);
            VarveException first = fill(table, acknowledged);
            assertThat(first).isInstanceOf(Unavailable.class);
            assertThat(first.code()).isEqualTo("rocksdb.disk-full");
            assertThat(first)
                    .hasMessageContaining("8 MB are kept in reserve, so writes are refused until 9 MB are free");
            assertThat(Files.getFileStore(directory).getUsableSpace()).isGreaterThan(7L * MB);
            engine.watchDisk();
            assertThat(stored(engine)).isEqualTo(acknowledged);
            assertThat(engine.diskSpace().orElseThrow().isRefusing()).isTrue();
            Files.delete(ballast);
            engine.watchDisk();
            table.put(item("after"));
            acknowledged.add("after");
            assertThat(stored(engine)).isEqualTo(acknowledged);
            assertThat(engine.audit().problems()).isEmpty();
        }
    }

    @Test
    void fullDiskNeedsNoRestart() throws Exception {
        Set<String> acknowledged = new TreeSet<>();
        try (RocksDbEngine engine = open(NO_RESERVE)) {
            BlockingTable table = table(engine);
            assertRanFull(fill(table, acknowledged));
            engine.watchDisk();
            assertThat(stored(engine)).containsAll(acknowledged);
            assertThat(engine.diskSpace().orElseThrow().refusal())
                    .startsWith("the disk of the database folder is full, so writes are refused: make room;");
            Files.delete(ballast);
            engine.watchDisk();
            assertThat(engine.diskSpace().orElseThrow().refusal()).isNull();
            table.put(item("after"));
            acknowledged.add("after");
            engine.open(TableSchema.named("other").build()).join().blocking().put(item("first"));
            assertThat(stored(engine)).containsAll(acknowledged);
            // The change log has no gap and agrees with the rows, whether or not the write of unknown outcome was
            // stored.
            assertThat(engine.audit().problems()).isEmpty();
        }
        try (RocksDbEngine engine = open(NO_RESERVE)) {
            assertThat(stored(engine)).containsAll(acknowledged);
            assertThat(engine.audit().problems()).isEmpty();
        }
    }

    @Test
    void lowDiskIsCheckedInTheBackground() throws Exception {
        assertAcceptsWritesAgain(OPTIONS);
    }

    @Test
    void fullDiskIsCheckedInTheBackground() throws Exception {
        assertAcceptsWritesAgain(NO_RESERVE);
    }

    private void assertAcceptsWritesAgain(RocksDbOptions options) throws IOException {
        Set<String> acknowledged = new TreeSet<>();
        try (RocksDbEngine engine = RocksDbEngine.open(data, options)) {
            assertThat(fill(table(engine), acknowledged).code()).isEqualTo("rocksdb.disk-full");
            Files.delete(ballast);
            assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
                while (engine.diskSpace().orElseThrow().isRefusing()) {
                    Thread.onSpinWait();
                }
            });
            table(engine).put(item("after"));
            assertThat(stored(engine)).containsAll(acknowledged);
        }
    }

    @Test
    void reopeningIsRetriedUntilItSucceeds() throws Exception {
        Set<String> acknowledged = new TreeSet<>();
        TestDisk tooGood = new TestDisk(1L << 40);
        try (RocksDbEngine engine = RocksDbEngine.open(data, NO_RESERVE, tooGood)) {
            BlockingTable table = table(engine);
            assertRanFull(fill(table, acknowledged));
            for (int i = 0; i < 3; i++) {
                VarveException failed = catchThrowableOfType(VarveException.class, engine::watchDisk);
                assertThat(failed.code()).isEqualTo("rocksdb.disk-full");
                Unavailable shut = catchThrowableOfType(Unavailable.class, () -> table.put(item("meanwhile")));
                assertThat(shut.code()).isEqualTo("rocksdb.disk-full");
                assertThat(shut)
                        .hasMessage(
                                "the database cannot be opened again after its disk was full: make room; it is tried"
                                        + " again every few seconds");
            }
            Files.delete(ballast);
            engine.watchDisk();
            assertThat(stored(engine)).containsAll(acknowledged);
            table.put(item("after"));
            assertThat(engine.audit().problems()).isEmpty();
        }
    }

    @Test
    void manyWritersAndReadersContinueWhenThereIsSpace() throws Exception {
        Set<String> acknowledged = new ConcurrentSkipListSet<>();
        try (RocksDbEngine engine = open(NO_RESERVE)) {
            BlockingTable table = table(engine);
            List<CompletableFuture<Void>> writers = new ArrayList<>();
            CountDownLatch refused = new CountDownLatch(WRITERS);
            AtomicBoolean recovered = new AtomicBoolean();
            for (int w = 0; w < WRITERS; w++) {
                String name = "w" + w + "-";
                writers.add(CompletableFuture.runAsync(
                        () -> writeOn(table, name, acknowledged, refused, recovered), threads));
            }
            refused.await();
            Files.delete(ballast);
            while (engine.diskSpace().orElseThrow().isRefusing()) {
                engine.watchDisk();
            }
            recovered.set(true);
            CompletableFuture.allOf(writers.toArray(CompletableFuture[]::new)).join();
            assertThat(stored(engine)).containsAll(acknowledged);
            assertThat(engine.audit().problems()).isEmpty();
        }
    }

    /** Writes and reads until the disk is full, continues while it is full, and writes some more afterwards. */
    private static void writeOn(
            BlockingTable table,
            String name,
            Set<String> acknowledged,
            CountDownLatch refused,
            AtomicBoolean recovered) {
        boolean wasRefused = false;
        int after = 0;
        for (int i = 0; after < WRITES_AFTER; i++) {
            String key = name + i;
            boolean isRecovered = recovered.get();
            try {
                table.put(item(key));
                acknowledged.add(key);
                after += isRecovered ? 1 : 0;
            } catch (Unavailable | OutcomeUnknown e) {
                assertThat(isRecovered)
                        .as("refused after the disk had space again")
                        .isFalse();
                if (!wasRefused) {
                    refused.countDown();
                    wasRefused = true;
                }
                assertThat(table.get(Get.of(Key.of(name + 0, "x"))).find()).isPresent();
            }
        }
    }

    /** Writes until it fails. */
    private static VarveException fill(BlockingTable table, Set<String> acknowledged) {
        VarveException first = catchThrowableOfType(VarveException.class, () -> {
            for (int i = 0; i < MOST_ITEMS; i++) {
                table.put(item("p-" + i));
                acknowledged.add("p-" + i);
            }
        });
        assertThat(acknowledged).isNotEmpty();
        return first;
    }

    private void assertRanFull(VarveException first) {
        assertThat(first).isInstanceOf(OutcomeUnknown.class);
        assertThat(first.code()).isEqualTo("rocksdb.disk-full");
        assertThat(first)
                .hasMessageStartingWith("the disk of the database folder is full")
                .hasMessageNotContaining(directory.toString());
    }

    private static Set<String> stored(RocksDbEngine engine) {
        Set<String> found = new TreeSet<>();
        table(engine).stream(Scan.all().consistent()).forEach(item -> found.add(item.text("pk")));
        return found;
    }

    /** The disk is watched by the test, not by a thread. */
    private RocksDbEngine open(RocksDbOptions options) throws IOException {
        return RocksDbEngine.open(data, options, Disk.of(directory));
    }

    private static BlockingTable table(RocksDbEngine engine) {
        return engine.open(TableSchema.named("items").build()).join().blocking();
    }

    private static Put item(String key) {
        byte[] bytes = new byte[ITEM_BYTES];
        new Random(key.hashCode()).nextBytes(bytes);
        return Put.of(Item.builder()
                .put("pk", Value.of(key))
                .put("sk", Value.of("x"))
                .put("data", Bytes.of(bytes))
                .build());
    }

    private static boolean run(String... command) throws Exception {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
