package dev.varve.testkit.contract.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.feed.FeedConsumer;
import dev.varve.feed.FeedConsumerBuilder;
import dev.varve.table.BlockingTable;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** How a consumer lets handlers postpone work, and when it stores the checkpoint of such changes. */
public abstract class CollectContract extends ConsumingContract {

    private FeedConsumerBuilder consumer(BlockingTable table, Collector collector) {
        return FeedConsumer.named("test")
                .reading(feed(table))
                .keeping(async(table))
                .clock(clock())
                .owner("one")
                .lease(LEASE)
                .page(2)
                .atMost(2)
                .tries(1)
                .executor(Runnable::run)
                .handler(collector);
    }

    private BlockingTable filled(int to) {
        BlockingTable table = openPlain();
        for (int i = 0; i < to; i++) {
            put(table, "s" + i, i);
        }
        return table;
    }

    private static List<Long> values(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @Test
    void deliveriesOfAConsumerThatIsBehindAreFlushedTogether() {
        BlockingTable table = filled(7);
        Collector collector = new Collector();
        FeedConsumer consumer = consumer(table, collector).build();
        consumer.catchUp().join();
        assertThat(collector.flushed()).containsExactly(values(0, 7));
        assertThat(consumer.status().handled()).isEqualTo(7);
    }

    @Test
    void checkpointWaitsForTheFlush() {
        BlockingTable table = filled(7);
        FeedConsumer crashed = consumer(table, new Collector()).build();
        step(crashed, 2);
        assertThat(crashed.status().handled()).isZero();
        assertThat(crashed.status().caughtUp()).isFalse();
        Collector collector = new Collector();
        consumer(table, collector).build().catchUp().join();
        assertThat(collector.flushed()).containsExactly(values(0, 7));
    }

    @Test
    void flushComesAfterFiveSecondsEvenIfTheConsumerIsBehind() {
        BlockingTable table = filled(20);
        Collector collector = new Collector();
        FeedConsumer consumer = consumer(table, collector).build();
        step(consumer, 2);
        clock().advance(Duration.ofSeconds(5));
        step(consumer);
        assertThat(collector.flushed()).containsExactly(values(0, 6));
        assertThat(consumer.status().handled()).isEqualTo(6);
    }

    @Test
    void changesOfAFailedFlushAreHandledAtOnce() {
        BlockingTable table = filled(7);
        Collector collector = new Collector(4);
        FeedConsumer consumer = consumer(table, collector).build();
        consumer.catchUp().join();
        assertThat(collector.flushed()).isEmpty();
        assertThat(collector.handled()).containsExactlyElementsOf(List.of(0L, 1L, 2L, 3L, 5L, 6L));
        assertThat(deadLetters(consumer)).containsExactly(4L);
        put(table, "s9", 9);
        consumer.catchUp().join();
        assertThat(collector.flushed()).containsExactly(List.of(9L));
    }

    @Test
    void releaseFlushes() {
        BlockingTable table = filled(7);
        Collector collector = new Collector();
        FeedConsumer consumer = consumer(table, collector).build();
        step(consumer, 2);
        consumer.release().join();
        assertThat(collector.flushed()).containsExactly(values(0, 4));
        consumer(table, collector).build().catchUp().join();
        assertThat(collector.flushed()).containsExactly(values(0, 4), values(4, 7));
    }
}
