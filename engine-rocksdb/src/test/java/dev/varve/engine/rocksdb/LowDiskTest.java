package dev.varve.engine.rocksdb;

import static dev.varve.engine.rocksdb.Databases.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.DiskSpace;
import dev.varve.engine.rocksdb.internal.store.TestDisk;
import dev.varve.error.Unavailable;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine whose disk has less free space than the reserve. */
class LowDiskTest {

    private static final long MB = 1024 * 1024;

    private static final String LOW =
            "the disk of the database folder has 12 MB free, 16 MB are kept in reserve, so writes are refused until"
                    + " 17 MB are free: make room, or lower the reserve";

    @TempDir
    private Path root;

    private final MutableClock clock = new MutableClock();
    private final TestDisk disk = new TestDisk(1024 * MB);
    private final RocksDbOptions options = Databases.options(clock).diskReserve(16 * MB);

    private RocksDbEngine open() {
        return RocksDbEngine.open(root, options, disk);
    }

    @BeforeEach
    void fill() {
        try (RocksDbEngine engine = open()) {
            BlockingTable table = Databases.readings(engine);
            table.put(Item.of("pk", "a", "sk", "kept", "n", 1));
            table.put(Item.of("pk", "a", "sk", "short", "ttl", clock.instant().getEpochSecond() + 10));
        }
    }

    private void makeDiskLow(RocksDbEngine engine) {
        disk.free(12 * MB);
        engine.watchDisk();
    }

    private static void assertRefused(Runnable write) {
        assertFails(Unavailable.class, "rocksdb.disk-full", LOW, write::run);
    }

    @Test
    void writesAreRefusedWithTheReasonAndReadsWork() {
        try (RocksDbEngine engine = open()) {
            BlockingTable table = Databases.readings(engine);
            assertThat(engine.diskSpace()).contains(new DiskSpace(1024 * MB, 16 * MB, null));
            makeDiskLow(engine);
            assertRefused(() -> table.put(Item.of("pk", "a", "sk", "new")));
            assertRefused(() -> table.delete(Delete.of(Key.of("a", "kept"))));
            TableSchema other = TableSchema.named("other").build();
            assertRefused(() -> BlockingTable.await(engine.open(other)));
            assertThat(engine.diskSpace()).contains(new DiskSpace(12 * MB, 16 * MB, LOW));
            assertThat(table.get(Get.of(Key.of("a", "kept"))).find()).isPresent();
            assertThat(table.get(Get.of(Key.of("a", "new"))).find()).isEmpty();
            assertThat(engine.audit().problems()).isEmpty();
        }
    }

    @Test
    void writesAreAcceptedAgainWhenThereIsSpace() {
        try (RocksDbEngine engine = open()) {
            BlockingTable table = Databases.readings(engine);
            makeDiskLow(engine);
            assertRefused(() -> table.put(Item.of("pk", "a", "sk", "new")));
            disk.free(100 * MB);
            engine.watchDisk();
            table.put(Item.of("pk", "a", "sk", "new"));
            FeedPage.Changes page = (FeedPage.Changes)
                    engine.changes("readings").read(FeedPosition.BEGINNING, 10).join();
            assertThat(page.changes()).hasSize(3);
            assertThat(engine.diskSpace().orElseThrow().isRefusing()).isFalse();
            assertThat(engine.audit().problems()).isEmpty();
        }
    }

    @Test
    void sweepingAndTrimmingContinue() {
        try (RocksDbEngine engine = RocksDbEngine.open(
                root, options.changeLog(new ChangeLogCap(1 << 20, 10, Duration.ofMinutes(1))), disk)) {
            BlockingTable table = Databases.readings(engine);
            clock.advance(Duration.ofSeconds(61));
            makeDiskLow(engine);
            assertThat(engine.sweepExpired()).isEqualTo(1);
            engine.trimChanges();
            engine.watchDisk();
            AuditReport audit = engine.audit();
            assertThat(audit.rows()).isEqualTo(1);
            assertThat(audit.changes()).isEqualTo(1);
            assertThat(audit.problems()).isEmpty();
            assertThat(table.get(Get.of(Key.of("a", "kept"))).find()).isPresent();
        }
    }

    /** While the disk is low, trimming deletes whole files of old changes. */
    @Test
    void trimmingALongLogKeepsTheRest() {
        RocksDbOptions small = options.writeBuffer(MB).changeLog(new ChangeLogCap(MB, 1_000_000, Duration.ofDays(1)));
        try (RocksDbEngine engine = RocksDbEngine.open(root, small, disk)) {
            BlockingTable table = Databases.readings(engine);
            Random random = new Random(17);
            for (int i = 0; i < 2_000; i++) {
                byte[] bytes = new byte[10_000];
                random.nextBytes(bytes);
                table.put(Item.of("pk", "a", "sk", "same", "data", Bytes.of(bytes)));
            }
            makeDiskLow(engine);
            engine.trimChanges();
            AuditReport audit = engine.audit();
            assertThat(audit.problems()).isEmpty();
            assertThat(audit.changes()).isBetween(1L, 110L);
            assertThat(table.get(Get.of(Key.of("a", "same"))).find()).isPresent();
        }
        try (RocksDbEngine engine = open()) {
            assertThat(engine.audit().problems()).isEmpty();
        }
    }

    @Test
    void sweepingStopsBeforeTheReserveIsUsedUp() {
        try (RocksDbEngine engine = open()) {
            Databases.readings(engine);
            clock.advance(Duration.ofSeconds(60));
            disk.free(7 * MB);
            engine.watchDisk();
            assertFails(
                    Unavailable.class,
                    "rocksdb.disk-full",
                    LOW.replace("12 MB free", "7 MB free"),
                    engine::sweepExpired);
        }
    }

    @Test
    void databaseOpensAndIsReadableWhileTheDiskIsLow() {
        disk.free(12 * MB);
        try (RocksDbEngine engine = open()) {
            BlockingTable table = Databases.readings(engine);
            assertThat(table.get(Get.of(Key.of("a", "kept"))).find()).isPresent();
            assertRefused(() -> table.put(Item.of("pk", "a", "sk", "new")));
        }
    }
}
