package dev.varve.testkit.contract.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.error.Throttled;
import dev.varve.error.Unavailable;
import dev.varve.feed.Change;
import dev.varve.feed.ConsumerStatus;
import dev.varve.feed.FeedConsumer;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.feed.StepResult;
import dev.varve.feed.StepResult.Kind;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.table.BlockingTable;
import dev.varve.table.Table;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.Faults.Fault;
import dev.varve.testkit.fault.FaultyEngine;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** How a consumer delivers changes, keeps its checkpoint, and shares its name with other processes. */
public abstract class ConsumerContract extends ConsumingContract {

    @Test
    void changesAreDeliveredOnceAndInOrder() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder();
        FeedConsumer consumer = consumer(table, recorder).page(3).atMost(7).build();
        fill(table, 0, 20);
        assertThat(step(consumer).kind()).isEqualTo(Kind.WORKED);
        assertThat(recorder.sizes()).containsExactly(7);
        consumer.catchUp().join();
        assertThat(recorder.values()).isEqualTo(values(0, 20));
        assertThat(recorder.sizes()).allMatch(size -> size <= 7);
    }

    @Test
    void lingerCollectsChangesIntoOneBatch() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder();
        Duration linger = Duration.ofSeconds(5);
        FeedConsumer consumer = consumer(table, recorder).page(2).linger(linger).build();
        fill(table, 0, 3);
        StepResult progress = step(consumer);
        assertThat(progress.caughtUp()).isTrue();
        assertThat(progress.pause()).isEqualTo(linger);
        assertThat(recorder.sizes()).containsExactly(3);
    }

    @Test
    void restartResumes() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder();
        fill(table, 0, 5);
        consumer(table, recorder).build().catchUp().join();
        fill(table, 5, 8);
        consumer(table, recorder).build().catchUp().join();
        assertThat(recorder.values()).isEqualTo(values(0, 8));
    }

    @Test
    void consumersWithOtherNamesHaveTheirOwnCheckpoint() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder();
        Recorder other = new Recorder();
        fill(table, 0, 5);
        consumer(table, recorder).build().catchUp().join();
        FeedConsumer.named("other")
                .reading(feed(table))
                .keeping(async(table))
                .clock(clock())
                .owner("one")
                .executor(Runnable::run)
                .handler(other)
                .build()
                .catchUp()
                .join();
        assertThat(other.values()).isEqualTo(recorder.values());
    }

    @Test
    void crashBeforeTheCommitRedelivers() {
        BlockingTable table = openPlain();
        FaultyEngine faulty = new FaultyEngine(harness().engine(), Faults.none(1));
        Table state = faulty.open(table.schema()).join();
        Recorder recorder = new Recorder();
        recorder.failing(changes -> {
            faulty.meet(Faults.none(1).with(Fault.UNSENT, 100));
            return null;
        });
        fill(table, 0, 5);
        StepResult progress = step(consumer(table, recorder).keeping(state).build());
        assertThat(progress.kind()).isEqualTo(Kind.RETRYING);
        recorder.healed();
        consumer(table, recorder).build().catchUp().join();
        assertThat(recorder.values()).containsExactly(0L, 1L, 2L, 3L, 4L, 0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void commitWithoutResponseIsRepeatedWithoutRedelivery() {
        BlockingTable table = openPlain();
        FaultyEngine faulty = new FaultyEngine(harness().engine(), Faults.none(1));
        Recorder recorder = new Recorder();
        recorder.failing(changes -> {
            faulty.meet(Faults.none(1).lost(100));
            return null;
        });
        fill(table, 0, 5);
        FeedConsumer consumer = consumer(table, recorder)
                .keeping(faulty.open(table.schema()).join())
                .build();
        assertThat(step(consumer, 3).kind()).isEqualTo(Kind.RETRYING);
        faulty.meet(Faults.none(1));
        consumer.catchUp().join();
        assertThat(recorder.values()).isEqualTo(values(0, 5));
    }

    @Test
    void onlyTheLeaseHolderWorksUntilItsLeaseExpires() {
        BlockingTable table = openPlain();
        Recorder first = new Recorder();
        Recorder second = new Recorder();
        FeedConsumer one = consumer(table, first).build();
        FeedConsumer two = consumer(table, second).owner("two").build();
        fill(table, 0, 3);
        one.catchUp().join();
        fill(table, 3, 5);
        StepResult waiting = step(two);
        assertThat(waiting.kind()).isEqualTo(Kind.STANDBY);
        assertThat(waiting.error())
                .hasMessageContaining("owner \"one\" holds the lease until 2060-04-20T14:00:30.000Z");
        assertThat(second.calls()).isZero();
        assertThat(two.status().active()).isFalse();
        clock().advance(LEASE);
        two.catchUp().join();
        assertThat(second.values()).containsExactly(3L, 4L);
        fill(table, 5, 6);
        assertThat(step(one).kind()).isEqualTo(Kind.STANDBY);
        assertThat(first.values()).isEqualTo(values(0, 3));
    }

    @Test
    void leaseIsRenewedWhileThereIsNothingToDo() {
        BlockingTable table = openPlain();
        FeedConsumer one = consumer(table, new Recorder()).build();
        FeedConsumer two = consumer(table, new Recorder()).owner("two").build();
        for (int i = 0; i < 10; i++) {
            assertThat(step(one).kind()).isEqualTo(Kind.IDLE);
            assertThat(step(two).kind()).isEqualTo(Kind.STANDBY);
            clock().advance(LEASE.dividedBy(2));
        }
    }

    @Test
    void formerLeaseHolderCannotMoveTheCheckpoint() {
        BlockingTable table = openPlain();
        Recorder first = new Recorder();
        Recorder second = new Recorder();
        CompletableFuture<Void> late = new CompletableFuture<>();
        first.answering(late);
        FeedConsumer one = consumer(table, first).build();
        FeedConsumer two = consumer(table, second).owner("two").build();
        fill(table, 0, 3);
        CompletableFuture<StepResult> slow = one.step();
        first.called().join();
        clock().advance(LEASE);
        fill(table, 3, 6);
        two.catchUp().join();
        late.complete(null);
        assertThat(slow.join().kind()).isEqualTo(Kind.STANDBY);
        assertThat(one.status().active()).isFalse();
        fill(table, 6, 7);
        two.catchUp().join();
        assertThat(second.values()).isEqualTo(values(0, 7));
    }

    @Test
    void releasedLeaseIsTakenAtOnce() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder();
        FeedConsumer one = consumer(table, recorder).build();
        fill(table, 0, 3);
        one.catchUp().join();
        one.release().join();
        assertThat(one.status().active()).isFalse();
        fill(table, 3, 5);
        consumer(table, recorder).owner("two").build().catchUp().join();
        assertThat(recorder.values()).isEqualTo(values(0, 5));
    }

    @Test
    void consumerIgnoresChangesOfItsOwnState() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder();
        FeedConsumer consumer = consumer(table, recorder).build();
        fill(table, 0, 3);
        consumer.catchUp().join();
        step(consumer);
        FeedPosition end = feed(table).end().join();
        Duration pause = Duration.ZERO;
        for (int i = 0; i < 20; i++) {
            StepResult progress = step(consumer);
            assertThat(progress.kind()).isEqualTo(Kind.IDLE);
            assertThat(progress.pause()).isGreaterThanOrEqualTo(pause);
            pause = progress.pause();
        }
        assertThat(pause).isPositive();
        assertThat(feed(table).read(end, 10).join())
                .isInstanceOfSatisfying(
                        FeedPage.Changes.class,
                        page -> assertThat(page.changes()).isEmpty());
        consumer.release().join();
        assertThat(recorder.values()).isEqualTo(values(0, 3));
    }

    @Test
    void parallelLanesKeepTheOrderOfEachItem() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder();
        FeedConsumer consumer = consumer(table, recorder).lanes(4).atMost(50).build();
        for (int i = 0; i < 120; i++) {
            put(table, "s" + i % 7, i);
        }
        consumer.catchUp().join();
        assertThat(recorder.sizes()).hasSizeGreaterThan(3);
        for (int s = 0; s < 7; s++) {
            int item = s;
            assertThat(recorder.changes().stream()
                            .filter(change -> change.key().equals(key("p", "s" + item)))
                            .map(Recorder::value))
                    .hasSizeGreaterThan(16)
                    .isSorted();
        }
    }

    @Test
    void replayDeliversChangesAgain() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder();
        FeedConsumer consumer = consumer(table, recorder).build();
        fill(table, 0, 4);
        consumer.catchUp().join();
        consumer.restartFrom(recorder.changes().get(1).position()).join();
        consumer.catchUp().join();
        assertThat(recorder.values()).containsExactly(0L, 1L, 2L, 3L, 2L, 3L);
        consumer.restartFrom(FeedPosition.BEGINNING).join();
        consumer(table, recorder).build().catchUp().join();
        assertThat(recorder.values()).hasSize(10);
        assertThat(consumer.restartFrom(new FeedPosition("nowhere")))
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withMessageContaining("\"nowhere\" is not a position of this feed");
    }

    @Test
    void newConsumerStartsAtTheGivenPosition() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder();
        fill(table, 0, 4);
        FeedPosition end = feed(table).end().join();
        fill(table, 4, 6);
        consumer(table, recorder).startingAt(end).build().catchUp().join();
        assertThat(recorder.values()).isEqualTo(values(4, 6));
    }

    @Test
    void lostChangesAreReported() {
        assumeTrue(harness().canTrimFeed());
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder();
        FeedConsumer consumer = consumer(table, recorder).build();
        fill(table, 0, 2);
        consumer.catchUp().join();
        fill(table, 2, 4);
        harness().trimFeed(table);
        StepResult progress = step(consumer, 3);
        assertThat(progress.kind()).isEqualTo(Kind.RETRYING);
        assertThat(progress.error()).hasMessageContaining("changes were dropped before this consumer read them");
        assertThat(consumer.status().lastError()).isEqualTo(progress.error());
        assertThat(recorder.trims()).isEqualTo(3);
        recorder.survivingTrims();
        fill(table, 4, 5);
        consumer.catchUp().join();
        assertThat(recorder.changes().stream()
                        .filter(change -> change.key().partition().equals(Value.of("p")))
                        .map(Recorder::value))
                .containsExactly(0L, 1L, 4L);
        assertThat(consumer.status().trims()).isEqualTo(1);
        assertThat(recorder.trims()).isEqualTo(4);
    }

    @Test
    void catchingUpFailsWithTheRecurringError() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder().failing(changes -> new Throttled("test.busy", "busy"));
        FeedConsumer consumer = consumer(table, recorder).build();
        consumer.catchUp().join();
        fill(table, 0, 1);
        assertThat(consumer.catchUp())
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withMessageContaining("busy");
        assertThat(consumer(table, recorder).owner("two").build().catchUp())
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withCauseInstanceOf(Unavailable.class)
                .withMessageContaining("owner \"one\" holds the lease");
    }

    @Test
    void statusReportsPositionLagAndFailures() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder();
        FeedConsumer consumer = consumer(table, recorder).atMost(2).build();
        fill(table, 0, 3);
        step(consumer);
        clock().advance(Duration.ofSeconds(7));
        ConsumerStatus behind = consumer.status();
        Change second = recorder.changes().get(1);
        assertThat(behind.active()).isTrue();
        assertThat(behind.position()).isEqualTo(second.position());
        assertThat(behind.handled()).isEqualTo(2);
        assertThat(behind.newest()).isEqualTo(second.at());
        if (harness().timesChangesByClock()) {
            assertThat(behind.lag()).isEqualTo(Duration.ofSeconds(7));
        }
        assertThat(behind.caughtUp()).isFalse();
        consumer.catchUp().join();
        step(consumer);
        assertThat(consumer.status().lag()).isZero();
        assertThat(consumer.status().caughtUp()).isTrue();
        recorder.failing(changes -> new Throttled("test.busy", "busy"));
        fill(table, 3, 4);
        StepResult failed = step(consumer, 3);
        assertThat(consumer.status().failures()).isEqualTo(3);
        assertThat(consumer.status().lastError()).hasMessage("busy");
        assertThat(failed.pause()).isEqualTo(Duration.ofMillis(400));
        clock().advance(Duration.ofSeconds(5));
        if (harness().timesChangesByClock()) {
            assertThat(consumer.status().lag()).isEqualTo(Duration.ofSeconds(5));
        }
    }

    @Test
    void releaseDuringADeliveryEndsItsLag() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder().failing(changes -> new Throttled("test.busy", "busy"));
        FeedConsumer consumer = consumer(table, recorder).build();
        fill(table, 0, 1);
        step(consumer);
        clock().advance(Duration.ofSeconds(7));
        if (harness().timesChangesByClock()) {
            assertThat(consumer.status().lag()).isEqualTo(Duration.ofSeconds(7));
        }
        consumer.release().join();
        assertThat(consumer.status().lag()).isZero();
    }

    @Test
    void forgottenConsumerStartsOver() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder();
        FeedConsumer consumer = consumer(table, recorder).build();
        fill(table, 0, 2);
        consumer.catchUp().join();
        consumer.forget().join();
        consumer(table, recorder).owner("two").build().catchUp().join();
        assertThat(recorder.values()).containsExactly(0L, 1L, 0L, 1L);
    }

    @Test
    void invalidSettingsAreRejected() {
        BlockingTable table = openPlain();
        BlockingTable flat = open(schema().withoutSort());
        BlockingTable numeric = open(schema().sort("at", ValueType.NUMBER));
        assertRejected(
                "feed.state-table",
                "table %s cannot keep a consumer's state: its key is pk TEXT, and a TEXT partition with a TEXT sort key is needed"
                        .formatted(flat.schema().name()),
                () -> consumer(table, new Recorder()).keeping(async(flat)).build());
        assertRejected(
                "feed.state-table",
                "table %s cannot keep a consumer's state: its key is pk TEXT, at NUMBER, and a TEXT partition with a TEXT sort key is needed"
                        .formatted(numeric.schema().name()),
                () -> consumer(table, new Recorder()).keeping(async(numeric)).build());
        assertRejected(
                "feed.incomplete",
                "consumer test needs owner(String)",
                () -> FeedConsumer.named("test")
                        .reading(feed(table))
                        .keeping(async(table))
                        .clock(clock())
                        .handler(new Recorder())
                        .build());
        assertRejected(
                "feed.settings", () -> consumer(table, new Recorder()).atMost(0).build());
        assertRejected(
                "feed.waits",
                () -> consumer(table, new Recorder()).retryWaits(Duration.ofSeconds(2), Duration.ofSeconds(1)));
    }

    private static void fill(BlockingTable table, long from, long to) {
        for (long value = from; value < to; value++) {
            put(table, "s" + value % 3, value);
        }
    }

    private static List<Long> values(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }
}
