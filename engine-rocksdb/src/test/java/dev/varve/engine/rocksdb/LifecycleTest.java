package dev.varve.engine.rocksdb;

import static dev.varve.engine.rocksdb.Databases.SCHEMA;
import static dev.varve.engine.rocksdb.Databases.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactWrite;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LifecycleTest {

    @TempDir
    private Path root;

    @Test
    void writtenItemsSurviveAReopen() {
        Item item = Item.of("pk", "a", "sk", "b", "gsi1pk", "g", "gsi1sk", "1", "level", 3);
        try (RocksDbEngine engine = Databases.open(root)) {
            Databases.readings(engine).put(item);
        }
        try (RocksDbEngine engine = Databases.open(root)) {
            BlockingTable table = Databases.readings(engine);
            assertThat(table.get(Get.of(Key.of("a", "b"))).item()).isEqualTo(item);
            assertThat(table.query(Query.of("g").on("gsi1")).items()).containsExactly(item);
            assertThat(engine.audit().problems()).isEmpty();
        }
    }

    @Test
    void deferredWritesAreVisibleAtOnceAndSyncedWithTheNextOrdinaryWrite() {
        Item derived = Item.of("pk", "a", "sk", "row");
        Item event = Item.of("pk", "a", "sk", "event");
        RocksDbOptions options = Databases.options(new MutableClock()).durability(Durability.SYNCED);
        try (RocksDbEngine engine = RocksDbEngine.open(root, options)) {
            Table table = engine.open(SCHEMA).join();
            BlockingTable deferred = table.deferred().blocking();
            long before = engine.syncs().orElseThrow();

            deferred.put(derived);
            deferred.transactWrite(TransactWrite.of(Put.of(Item.of("pk", "a", "sk", "transacted")))
                    .andIn(SCHEMA.name(), Put.of(Item.of("pk", "a", "sk", "transacted too"))));

            assertThat(table.blocking().get(Get.of(Key.of("a", "row"))).item()).isEqualTo(derived);
            assertThat(engine.syncs()).hasValue(before);
            table.blocking().put(event);
            assertThat(engine.syncs()).hasValue(before + 1);
        }
        try (RocksDbEngine engine = Databases.open(root)) {
            assertThat(Databases.readings(engine).query(Query.of("a")).items()).hasSize(4);
            assertThat(engine.audit().problems()).isEmpty();
        }
    }

    @Test
    void openingATableTwiceReturnsTheSame() {
        try (RocksDbEngine engine = Databases.open(root)) {
            Table first = engine.open(SCHEMA).join();
            assertThat(engine.open(SCHEMA).join()).isSameAs(first);
        }
    }

    @Test
    void tablesAreSeparate() {
        try (RocksDbEngine engine = Databases.open(root)) {
            Databases.readings(engine).put(Item.of("pk", "a", "sk", "b"));
            BlockingTable other =
                    engine.open(TableSchema.named("other").build()).join().blocking();
            assertThat(other.scan(Scan.all()).items()).isEmpty();
        }
    }

    @Test
    void differentDeclarationIsRefusedBeforeAndAfterReopening() {
        Databases.open(root).close();
        try (RocksDbEngine engine = Databases.open(root)) {
            Databases.readings(engine);
        }
        try (RocksDbEngine engine = Databases.open(root)) {
            TableSchema other = TableSchema.named("readings").withoutTtl().build();
            assertThat(engine.drift(other).join())
                    .containsExactly(
                            "TTL attribute is declared as null, but the table has ttl",
                            "index gsi1 is in the table, but not declared");
            assertFails(
                    Rejected.class,
                    "table.drift",
                    "table readings is not as declared: TTL attribute is declared as null, but the table has ttl;"
                            + " index gsi1 is in the table, but not declared",
                    () -> unwrapped(() -> engine.open(other).join()));
            assertThat(engine.drift(SCHEMA).join()).isEmpty();
        }
    }

    @Test
    void callsAfterCloseAreRefused() {
        RocksDbEngine engine = Databases.open(root);
        BlockingTable table = Databases.readings(engine);
        var feed = engine.changes("readings");
        engine.close();
        engine.close();
        List<Runnable> calls = List.of(
                () -> table.get(Get.of(Key.of("a", "b"))),
                () -> table.put(Item.of("pk", "a", "sk", "b")),
                () -> table.query(Query.of("a")),
                () -> table.scan(Scan.all()),
                () -> unwrapped(() -> feed.read(FeedPosition.BEGINNING, 1).join()),
                () -> unwrapped(() -> feed.end().join()),
                () -> unwrapped(() -> engine.open(SCHEMA).join()),
                engine::sweepExpired,
                engine::trimChanges,
                engine::audit,
                () -> engine.backup(root.resolve("backup")));
        for (Runnable call : calls) {
            assertFails(Unavailable.class, "engine.closed", "the engine is closed", call::run);
        }
    }

    @Test
    void closingWaitsForCallsInProgress() throws Exception {
        RocksDbEngine engine = Databases.open(root);
        BlockingTable table = Databases.readings(engine);
        CountDownLatch busy = new CountDownLatch(200);
        AtomicInteger written = new AtomicInteger();
        ConcurrentLinkedQueue<VarveException> refusals = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            String partition = "p" + t;
            Thread thread = new Thread(() -> {
                try {
                    for (int i = 0; ; i++) {
                        table.put(Item.of("pk", partition, "sk", "s" + i));
                        table.query(Query.of(partition).limit(3));
                        written.incrementAndGet();
                        busy.countDown();
                    }
                } catch (VarveException e) {
                    refusals.add(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        busy.await();
        engine.close();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(refusals).hasSize(4).allMatch(e -> e.code().equals("engine.closed"));
        try (RocksDbEngine again = Databases.open(root)) {
            assertThat(again.audit().rows()).isGreaterThanOrEqualTo(written.get());
            assertThat(again.audit().problems()).isEmpty();
        }
    }

    private static void unwrapped(Runnable call) {
        try {
            call.run();
        } catch (CompletionException e) {
            throw (VarveException) e.getCause();
        }
    }
}
