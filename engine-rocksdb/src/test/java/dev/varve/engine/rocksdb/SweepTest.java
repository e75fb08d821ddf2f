package dev.varve.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.varve.feed.Change;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.testkit.MutableClock;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepTest {

    @TempDir
    private Path root;

    private final MutableClock clock = new MutableClock();

    @Test
    void expiredItemsAreRemovedWithTheirEntriesAndAnExpiryChange() {
        try (RocksDbEngine engine = open()) {
            BlockingTable table = Databases.readings(engine);
            Item item = Item.of("pk", "a", "sk", "b", "gsi1pk", "g", "gsi1sk", "1", "ttl", ttl(10));
            table.put(item);
            assertThat(engine.sweepExpired()).isZero();
            clock.advance(Duration.ofSeconds(10));
            assertThat(engine.sweepExpired()).isEqualTo(1);

            AuditReport audit = engine.audit();
            assertThat(audit).isEqualTo(new AuditReport(0, 0, 0, 2, List.of()));
            FeedPage.Changes page = (FeedPage.Changes)
                    engine.changes("readings").read(FeedPosition.BEGINNING, 10).join();
            Change expiry = page.changes().get(1);
            assertThat(expiry.cause()).isEqualTo(Change.Cause.EXPIRY);
            assertThat(expiry.before()).isEqualTo(item);
            assertThat(expiry.after()).isNull();
        }
    }

    @Test
    void sweepRemovesMoreThanOneGroup() {
        try (RocksDbEngine engine = open()) {
            BlockingTable table = Databases.readings(engine);
            for (int i = 0; i < 300; i++) {
                table.put(Item.of("pk", "a", "sk", "s" + i, "ttl", ttl(i % 7)));
            }
            table.put(Item.of("pk", "a", "sk", "later", "ttl", ttl(1000)));
            clock.advance(Duration.ofSeconds(60));
            assertThat(engine.sweepExpired()).isEqualTo(300);
            assertThat(engine.audit().rows()).isEqualTo(1);
            assertThat(engine.audit().problems()).isEmpty();
        }
    }

    @Test
    void changedTtlIsRespected() {
        try (RocksDbEngine engine = open()) {
            BlockingTable table = Databases.readings(engine);
            table.put(Item.of("pk", "a", "sk", "kept", "ttl", ttl(10)));
            table.update(Update.of(Key.of("a", "kept")).set("ttl", ttl(1000)));
            table.put(Item.of("pk", "a", "sk", "freed", "ttl", ttl(10)));
            table.update(Update.of(Key.of("a", "freed")).remove("ttl"));
            clock.advance(Duration.ofSeconds(60));
            assertThat(engine.sweepExpired()).isZero();
            assertThat(engine.audit().rows()).isEqualTo(2);
        }
    }

    @Test
    void unusualTtlValuesAreComparedByValue() {
        try (RocksDbEngine engine = open()) {
            BlockingTable table = Databases.readings(engine);
            table.put(Item.of("pk", "a", "sk", "half", "ttl", new BigDecimal(ttl(0)).add(new BigDecimal("0.5"))));
            table.put(Item.of("pk", "a", "sk", "never", "ttl", new BigDecimal("1E+120")));
            table.put(Item.of("pk", "a", "sk", "long ago", "ttl", new BigDecimal("-1E+120")));
            table.put(Item.of("pk", "a", "sk", "text", "ttl", "tomorrow"));
            assertThat(engine.sweepExpired()).isEqualTo(1);
            clock.advance(Duration.ofSeconds(1));
            assertThat(engine.sweepExpired()).isEqualTo(1);
            assertThat(engine.audit().rows()).isEqualTo(2);
            assertThat(engine.audit().problems()).isEmpty();
        }
    }

    @Test
    void tablesThatWereNotOpenedAreSwept() {
        try (RocksDbEngine engine = open()) {
            Databases.readings(engine).put(Item.of("pk", "a", "sk", "b", "ttl", ttl(1)));
        }
        clock.advance(Duration.ofSeconds(60));
        try (RocksDbEngine engine = open()) {
            assertThat(engine.sweepExpired()).isEqualTo(1);
        }
    }

    @Test
    void sweeperWorksInTheBackground() {
        RocksDbOptions options = Databases.options(clock).sweepEvery(Duration.ofMillis(1));
        try (RocksDbEngine engine = RocksDbEngine.open(root, options)) {
            Databases.readings(engine).put(Item.of("pk", "a", "sk", "b", "ttl", ttl(-1)));
            assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
                while (engine.audit().rows() > 0) {
                    Thread.onSpinWait();
                }
            });
        }
    }

    @Test
    void tokensSurviveARestartAndExpire() {
        TransactWrite once =
                TransactWrite.of(Update.of(Key.of("a", "b")).increment("n", 1)).once("t1");
        try (RocksDbEngine engine = open()) {
            Databases.readings(engine).transactWrite(once);
        }
        try (RocksDbEngine engine = open()) {
            BlockingTable table = Databases.readings(engine);
            table.transactWrite(once);
            engine.sweepExpired();
            table.transactWrite(once);
            assertThat(counter(table)).isEqualTo(1);
            clock.advance(Duration.ofSeconds(601));
            engine.sweepExpired();
            table.transactWrite(once);
            assertThat(counter(table)).isEqualTo(2);
        }
    }

    private static long counter(BlockingTable table) {
        Item item = table.get(Get.of(Key.of("a", "b"))).find().orElseThrow();
        return item.number("n").longValueExact();
    }

    private RocksDbEngine open() {
        return RocksDbEngine.open(root, Databases.options(clock));
    }

    private long ttl(long seconds) {
        return clock.instant().getEpochSecond() + seconds;
    }
}
