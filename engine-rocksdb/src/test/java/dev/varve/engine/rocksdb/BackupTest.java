package dev.varve.engine.rocksdb;

import static dev.varve.engine.rocksdb.Databases.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.table.Put;
import dev.varve.table.TransactWrite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupTest {

    @TempDir
    private Path root;

    @Test
    void backupIsAnIndependentDatabase() {
        try (RocksDbEngine engine = Databases.open(root.resolve("db"))) {
            BlockingTable table = Databases.readings(engine);
            table.put(Item.of("pk", "a", "sk", "1"));
            engine.backup(root.resolve("backup"));
            table.put(Item.of("pk", "a", "sk", "2"));
            try (RocksDbEngine copy = Databases.open(root.resolve("backup"))) {
                assertThat(copy.audit().rows()).isEqualTo(1);
                Databases.readings(copy).put(Item.of("pk", "a", "sk", "3"));
                assertThat(copy.audit().rows()).isEqualTo(2);
            }
            assertThat(engine.audit().rows()).isEqualTo(2);
        }
    }

    @Test
    void backupDuringWritesContainsWholeTransactions() throws Exception {
        try (RocksDbEngine engine = Databases.open(root.resolve("db"))) {
            BlockingTable table = Databases.readings(engine);
            AtomicBoolean stop = new AtomicBoolean();
            AtomicInteger written = new AtomicInteger();
            Thread writer = new Thread(() -> {
                while (!stop.get()) {
                    String id = "t%06d".formatted(written.get());
                    table.transactWrite(TransactWrite.of(
                            Put.of(Item.of("pk", "a", "sk", id, "gsi1pk", "g", "gsi1sk", id)),
                            Put.of(Item.of("pk", "b", "sk", id))));
                    written.incrementAndGet();
                }
            });
            writer.start();
            while (written.get() < 100) {
                Thread.onSpinWait();
            }
            int before = written.get();
            engine.backup(root.resolve("backup"));
            stop.set(true);
            writer.join();
            try (RocksDbEngine copy = Databases.open(root.resolve("backup"))) {
                AuditReport audit = copy.audit();
                assertThat(audit.problems()).isEmpty();
                assertThat(audit.rows()).isEqualTo(2 * audit.indexEntries());
                assertThat(audit.indexEntries()).isGreaterThanOrEqualTo(before);
            }
        }
    }

    @Test
    void auditEndsWhenItsThreadIsInterrupted() {
        try (RocksDbEngine engine = Databases.open(root.resolve("db"))) {
            Databases.readings(engine).put(Item.of("pk", "a", "sk", "1"));
            Thread.currentThread().interrupt();
            try {
                assertFails(Unavailable.class, "rocksdb.interrupted", "the audit was interrupted", engine::audit);
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            assertThat(engine.audit().rows()).isEqualTo(1);
        }
    }

    @Test
    void existingTargetIsRefused() throws Exception {
        Path target = Files.createDirectory(root.resolve("backup"));
        try (RocksDbEngine engine = Databases.open(root.resolve("db"))) {
            assertFails(
                    Rejected.class,
                    "rocksdb.backup-exists",
                    "backup target %s exists: choose a new name, or remove it first".formatted(target),
                    () -> engine.backup(target));
        }
    }
}
