package dev.varve.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.feed.FeedConsumer;
import dev.varve.feed.StepResult.Kind;
import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One process at a time has a folder open, so a lease from before the folder was opened is free. */
class TakeoverTest {

    @TempDir
    private Path root;

    private final MutableClock clock = new MutableClock();

    @Test
    void leaseOfAnEarlierProcessIsTakenOverAtOnce() {
        try (RocksDbEngine engine = open()) {
            BlockingTable table = Databases.readings(engine);
            table.put(Item.of("pk", "d", "sk", "1"));
            consumer(engine, "gone").catchUp().join();
            table.put(Item.of("pk", "d", "sk", "2"));
        }
        try (RocksDbEngine engine = open()) {
            Databases.readings(engine);
            FeedConsumer next = consumer(engine, "next");
            next.catchUp().join();
            assertThat(next.status().handled()).isEqualTo(2);
        }
    }

    @Test
    void consumersOfOneProcessRespectTheLease() {
        try (RocksDbEngine engine = open()) {
            Databases.readings(engine);
            FeedConsumer one = consumer(engine, "one");
            FeedConsumer two = consumer(engine, "two");
            assertThat(one.step().join().kind()).isEqualTo(Kind.IDLE);
            assertThat(two.step().join().kind()).isEqualTo(Kind.STANDBY);
            one.release().join();
            assertThat(two.step().join().kind()).isEqualTo(Kind.IDLE);
            assertThat(one.step().join().kind()).isEqualTo(Kind.STANDBY);
        }
    }

    private RocksDbEngine open() {
        return RocksDbEngine.open(root.resolve("db"), RocksDbOptions.defaults().clock(clock));
    }

    private FeedConsumer consumer(RocksDbEngine engine, String owner) {
        return FeedConsumer.named("test")
                .reading(engine.changes("readings"))
                .keeping(engine.open(Databases.SCHEMA).join())
                .clock(clock)
                .owner(owner)
                .executor(Runnable::run)
                .handler(changes -> CompletableFuture.completedFuture(null))
                .build();
    }
}
