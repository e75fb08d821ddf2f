package dev.varve.testkit.contract.feed;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.feed.ChangeFeed;
import dev.varve.feed.DeadLetter;
import dev.varve.feed.FeedConsumer;
import dev.varve.feed.FeedConsumerBuilder;
import dev.varve.feed.FeedSource;
import dev.varve.feed.StepResult;
import dev.varve.table.BlockingTable;
import dev.varve.table.Table;
import dev.varve.testkit.contract.table.EngineContract;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** The fixtures of consumer contracts: a consumer of a table's changes that keeps its state in the same table. */
abstract class ConsumingContract extends EngineContract {

    static final Duration LEASE = Duration.ofSeconds(30);

    @BeforeEach
    void engineHasAFeed() {
        assumeTrue(harness().hasFeed());
    }

    final ChangeFeed feed(BlockingTable table) {
        return ((FeedSource) harness().engine()).changes(table.schema().name());
    }

    /** Returns the asynchronous view of the table. */
    final Table async(BlockingTable table) {
        return harness().engine().open(table.schema()).join();
    }

    final FeedConsumerBuilder consumer(BlockingTable table, Recorder recorder) {
        return FeedConsumer.named("test")
                .reading(feed(table))
                .keeping(async(table))
                .clock(clock())
                .owner("one")
                .lease(LEASE)
                .executor(Runnable::run)
                .handler(recorder);
    }

    static StepResult step(FeedConsumer consumer) {
        return consumer.step().join();
    }

    static StepResult step(FeedConsumer consumer, int times) {
        StepResult progress = step(consumer);
        for (int i = 1; i < times; i++) {
            progress = step(consumer);
        }
        return progress;
    }

    static void put(BlockingTable table, String sk, long value) {
        table.put(item("p", sk, "v", value));
    }

    /** Returns attribute {@code v} of the dead letters, in order. */
    static List<Long> deadLetters(FeedConsumer consumer) {
        return consumer.deadLetters(0, 1_000).join().deadLetters().stream()
                .map(DeadLetter::change)
                .map(Recorder::value)
                .toList();
    }
}
