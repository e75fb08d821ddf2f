package dev.varve.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedConsumer;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes are kept for consumers that have not read them yet, within the cap. */
class HoldTest {

    private static final ChangeLogCap NOTHING = new ChangeLogCap(0, 0, Duration.ZERO);
    private static final ChangeLogCap TWO = new ChangeLogCap(Long.MAX_VALUE, 2, Duration.ofDays(365));

    @TempDir
    private Path root;

    private final MutableClock clock = new MutableClock();

    @Test
    void withoutConsumersOnlyTheCapApplies() {
        try (RocksDbEngine engine = open(ChangeLogCap.DEFAULT, NOTHING)) {
            write(engine, 10);
            assertKept(engine, 1, 10);
        }
    }

    @Test
    void changesAreKeptForTheSlowestConsumer() {
        try (RocksDbEngine engine = open(ChangeLogCap.DEFAULT, NOTHING)) {
            write(engine, 10);
            hold(engine, "fast", 9);
            hold(engine, "slow", 4);
            assertKept(engine, 5, 10);
        }
        try (RocksDbEngine engine = open(ChangeLogCap.DEFAULT, NOTHING)) {
            Databases.readings(engine);
            assertKept(engine, 5, 10);
            hold(engine, "slow", 7);
            assertKept(engine, 8, 10);
            engine.changes("readings").release("slow").join();
            assertKept(engine, 10, 10);
            assertThat(engine.audit().problems()).isEmpty();
        }
    }

    @Test
    void reserveIsKeptEvenIfAllConsumersHaveReadIt() {
        try (RocksDbEngine engine = open(ChangeLogCap.DEFAULT, TWO)) {
            write(engine, 10);
            hold(engine, "fast", 10);
            assertKept(engine, 9, 10);
        }
    }

    @Test
    void capLimitsWhatIsKeptForAConsumer() {
        try (RocksDbEngine engine = open(TWO, NOTHING)) {
            write(engine, 10);
            engine.changes("readings").hold("slow", FeedPosition.BEGINNING).join();
            assertKept(engine, 9, 10);
        }
    }

    @Test
    void uncommittedChangesAreKept() {
        try (RocksDbEngine engine = open(ChangeLogCap.DEFAULT, NOTHING)) {
            write(engine, 10);
            FeedConsumer consumer = FeedConsumer.named("test")
                    .reading(engine.changes("readings"))
                    .keeping(engine.open(Databases.SCHEMA).join())
                    .clock(clock)
                    .owner("one")
                    .executor(Runnable::run)
                    .atMost(6)
                    .handler(changes -> CompletableFuture.completedFuture(null))
                    .build();
            consumer.step().join();
            engine.trimChanges();
            assertThat(positions(engine)).startsWith(1L);
            consumer.release().join();
            engine.trimChanges();
            assertThat(positions(engine)).startsWith(7L);
            consumer.catchUp().join();
            consumer.forget().join();
            assertThat(consumer.status().lastError()).isNull();
        }
    }

    private RocksDbEngine open(ChangeLogCap cap, ChangeLogCap reserve) {
        return RocksDbEngine.open(root, Databases.options(clock).changeLog(cap).changeReserve(reserve));
    }

    private static void write(RocksDbEngine engine, int count) {
        BlockingTable table = Databases.readings(engine);
        for (int i = 0; i < count; i++) {
            table.put(Item.of("pk", "a", "sk", "s", "v", i));
        }
    }

    private static void hold(RocksDbEngine engine, String consumer, long position) {
        engine.changes("readings")
                .hold(consumer, new FeedPosition(Long.toString(position)))
                .join();
    }

    private static void assertKept(RocksDbEngine engine, long oldest, long newest) {
        engine.trimChanges();
        assertThat(positions(engine))
                .isEqualTo(LongStream.rangeClosed(oldest, newest).boxed().toList());
    }

    private static List<Long> positions(RocksDbEngine engine) {
        ChangeFeed feed = engine.changes("readings");
        FeedPage.Changes page =
                (FeedPage.Changes) feed.read(FeedPosition.BEGINNING, 1000).join();
        return page.changes().stream()
                .map(change -> Long.parseLong(change.position().text()))
                .toList();
    }
}
