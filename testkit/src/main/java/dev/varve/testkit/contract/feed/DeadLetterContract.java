package dev.varve.testkit.contract.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Throttled;
import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import dev.varve.feed.DeadLetter;
import dev.varve.feed.FeedConsumer;
import dev.varve.feed.FeedPosition;
import dev.varve.feed.StepResult;
import dev.varve.feed.StepResult.Kind;
import dev.varve.table.BlockingTable;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.Faults.Fault;
import dev.varve.testkit.fault.FaultyEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a consumer keeps changes that its handler cannot handle as dead letters. */
public abstract class DeadLetterContract extends ConsumingContract {

    @Test
    void failingChangesBecomeDeadLettersAndOthersContinue() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder().poisonedBy(3, 8);
        FeedConsumer consumer = consumer(table, recorder).tries(3).build();
        for (int i = 0; i < 12; i++) {
            put(table, "s" + i, i);
        }
        consumer.catchUp().join();
        assertThat(recorder.values()).containsExactly(0L, 1L, 2L, 4L, 5L, 6L, 7L, 9L, 10L, 11L);
        assertThat(deadLetters(consumer)).containsExactly(3L, 8L);
        assertThat(consumer.status().deadLetters()).isEqualTo(2);
        DeadLetter first = consumer.deadLetters(0, 1).join().deadLetters().get(0);
        assertThat(first.change().key()).isEqualTo(key("p", "s3"));
        assertThat(first.change().before()).isNull();
        assertThat(first.change().after()).isEqualTo(item("p", "s3", "v", 3));
        if (harness().timesChangesByClock()) {
            assertThat(first.change().at()).isEqualTo(clock().instant());
        }
        assertThat(first.error()).isEqualTo("java.lang.IllegalStateException: poison");
        assertThat(first.setAsideAt()).isEqualTo(clock().instant());
        assertThat(first.complete()).isTrue();
        assertThat(first.tries()).isGreaterThan(3);
    }

    @Test
    void errorOfADeadLetterIsStoredAndReportedOnce() {
        BlockingTable table = openPlain();
        IllegalStateException poison = new IllegalStateException("poison");
        Recorder recorder = new Recorder().failing(changes -> {
            if (changes.stream().anyMatch(change -> Recorder.value(change) == 1)) {
                throw poison; // A handler may throw, and need not return a failed future.
            }
            return null;
        });
        List<String> reported = new ArrayList<>();
        FeedConsumer consumer = consumer(table, recorder)
                .tries(2)
                .onDeadLetter(
                        (deadLetter, error) -> reported.add(deadLetter.change().key() + " " + error.getMessage()))
                .build();
        put(table, "bad", 1);
        put(table, "bad", 2);
        put(table, "good", 3);
        consumer.catchUp().join();
        assertThat(consumer.status().deadLetters()).isEqualTo(2);
        assertThat(consumer.status().failures()).isZero();
        assertThat(consumer.status().lastError()).isSameAs(poison);
        assertThat(reported).containsExactly(key("p", "bad") + " poison");
        FeedConsumer restarted = consumer(table, recorder).build();
        restarted.catchUp().join();
        assertThat(restarted.status().lastError())
                .hasMessageContaining("java.lang.IllegalStateException: poison")
                .hasMessageContaining("bad");
        recorder.healed();
        restarted.retryDeadLetters().join();
        assertThat(restarted.status().lastError()).isNull();
    }

    @Test
    void waitsGrowBetweenTries() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder().poisonedBy(1);
        FeedConsumer consumer = consumer(table, recorder)
                .tries(4)
                .retryWaits(Duration.ofSeconds(1), Duration.ofSeconds(3))
                .build();
        put(table, "s", 1);
        List<Duration> pauses = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            StepResult progress = step(consumer);
            assertThat(progress.kind()).isEqualTo(Kind.RETRYING);
            assertThat(progress.error()).hasMessage("poison");
            pauses.add(progress.pause());
        }
        assertThat(pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3));
        assertThat(step(consumer).kind()).isEqualTo(Kind.WORKED);
        assertThat(deadLetters(consumer)).containsExactly(1L);
    }

    @Test
    void laterChangesOfAnItemWaitBehindItsDeadLetter() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder().poisonedBy(1);
        FeedConsumer consumer =
                consumer(table, recorder).tries(1).atMost(3).lanes(2).build();
        for (int i = 0; i < 10; i++) {
            put(table, i % 2 == 1 ? "bad" : "good", i);
        }
        consumer.catchUp().join();
        assertThat(recorder.values()).containsExactly(0L, 2L, 4L, 6L, 8L);
        assertThat(deadLetters(consumer)).containsExactly(1L, 3L, 5L, 7L, 9L);
        put(table, "bad", 11);
        FeedConsumer restarted = consumer(table, recorder).owner("two").build();
        clock().advance(LEASE);
        restarted.catchUp().join();
        assertThat(deadLetters(restarted)).containsExactly(1L, 3L, 5L, 7L, 9L, 11L);
        assertThat(restarted.deadLetters(0, 10).join().deadLetters().get(1).error())
                .isEqualTo("an earlier change of this item is a dead letter");
    }

    @Test
    void deadLettersAreReplayedInOrder() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder().poisonedBy(1, 4);
        FeedConsumer consumer = consumer(table, recorder).tries(1).build();
        for (int i = 0; i < 10; i++) {
            put(table, "s" + i % 3, i);
        }
        consumer.catchUp().join();
        assertThat(deadLetters(consumer)).containsExactly(1L, 4L, 7L);
        recorder.poisonedBy(4);
        assertThat(consumer.retryDeadLetters().join()).isEqualTo(new DeadLetter.Retried(1, 2));
        assertThat(deadLetters(consumer)).containsExactly(4L, 7L);
        recorder.healed();
        assertThat(consumer.retryDeadLetters().join()).isEqualTo(new DeadLetter.Retried(2, 0));
        assertThat(recorder.values()).endsWith(1L, 4L, 7L);
        put(table, "s1", 10);
        consumer.catchUp().join();
        assertThat(recorder.values()).endsWith(10L);
        assertThat(consumer.status().deadLetters()).isZero();
    }

    @Test
    void transientErrorsCreateNoDeadLetters() {
        for (VarveException error : List.of(
                new Throttled("test.busy", "busy"),
                new Unavailable("test.away", "away"),
                new OutcomeUnknown("test.lost", "lost"))) {
            BlockingTable table = openPlain();
            Recorder recorder = new Recorder().failing(changes -> error);
            FeedConsumer consumer = consumer(table, recorder).tries(2).build();
            put(table, "s", 1);
            StepResult progress = step(consumer, 30);
            assertThat(progress.kind()).isEqualTo(Kind.RETRYING);
            assertThat(progress.pause()).isEqualTo(Duration.ofMinutes(1));
            assertThat(deadLetters(consumer)).isEmpty();
            recorder.healed();
            consumer.catchUp().join();
            assertThat(recorder.values()).containsExactly(1L);
        }
    }

    @Test
    void deadLetterCanBeDropped() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder().poisonedBy(1);
        FeedConsumer consumer = consumer(table, recorder).tries(1).build();
        put(table, "s", 1);
        put(table, "s", 2);
        consumer.catchUp().join();
        long number = consumer.deadLetters(0, 1).join().deadLetters().get(0).number();
        assertThat(consumer.dropDeadLetter(number).join()).isTrue();
        assertThat(consumer.dropDeadLetter(number).join()).isFalse();
        put(table, "s", 3);
        consumer.catchUp().join();
        assertThat(deadLetters(consumer)).containsExactly(2L, 3L);
        consumer.retryDeadLetters().join();
        assertThat(recorder.values()).containsExactly(2L, 3L);
    }

    @Test
    void deadLettersAreReadInPages() {
        BlockingTable table = openPlain();
        FeedConsumer consumer =
                consumer(table, new Recorder().poisonedBy(0)).tries(1).build();
        for (int i = 0; i < 7; i++) {
            put(table, "s", i);
        }
        consumer.catchUp().join();
        List<Long> values = new ArrayList<>();
        Long after = 0L;
        while (after != null) {
            DeadLetter.Page page = consumer.deadLetters(after, 3).join();
            assertThat(page.deadLetters()).hasSizeLessThanOrEqualTo(3);
            page.deadLetters().forEach(deadLetter -> values.add(Recorder.value(deadLetter.change())));
            after = page.next();
        }
        assertThat(values).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
    }

    @Test
    void imagesThatDoNotFitAreOmittedAndMarkedIncomplete() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder().poisonedBy(2).survivingTrims();
        FeedConsumer consumer = consumer(table, recorder).tries(1).build();
        String large = "x".repeat(300_000);
        table.put(item("p", "s", "v", 1, "text", large));
        table.put(item("p", "s", "v", 2, "text", large));
        consumer.catchUp().join();
        DeadLetter deadLetter = consumer.deadLetters(0, 1).join().deadLetters().get(0);
        assertThat(deadLetter.complete()).isFalse();
        assertThat(deadLetter.change().key()).isEqualTo(key("p", "s"));
        assertThat(deadLetter.change().after()).isNull();
        assertThat(recorder.trims()).isZero();
        consumer.retryDeadLetters().join();
        assertThat(recorder.trims()).isEqualTo(1);
        assertThat(deadLetters(consumer)).isEmpty();
    }

    @Test
    void consumerStopsAtTheLimitOfDeadLetters() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder().poisonedBy(0);
        FeedConsumer consumer =
                consumer(table, recorder).tries(1).maxDeadLetters(2).build();
        for (int i = 0; i < 5; i++) {
            put(table, "s", i);
        }
        StepResult progress = step(consumer, 20);
        assertThat(progress.kind()).isEqualTo(Kind.RETRYING);
        assertThat(progress.error())
                .hasMessageContaining("there are 2 dead letters, the largest number allowed (maxDeadLetters)");
        assertThat(deadLetters(consumer)).containsExactly(0L, 1L);
        recorder.healed();
        consumer.retryDeadLetters().join();
        consumer.catchUp().join();
        assertThat(recorder.values()).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void crashAfterADeadLetterStoresItOnce() {
        BlockingTable table = openPlain();
        FaultyEngine faulty = new FaultyEngine(harness().engine(), Faults.none(1));
        Recorder recorder = new Recorder();
        recorder.failing(changes -> {
            if (Recorder.value(changes.get(0)) == 1) {
                return new IllegalStateException("poison");
            }
            faulty.meet(Faults.none(1).with(Fault.UNSENT, 100));
            return null;
        });
        put(table, "bad", 1);
        put(table, "good", 2);
        FeedConsumer crashing = consumer(table, recorder)
                .keeping(faulty.open(table.schema()).join())
                .tries(1)
                .build();
        step(crashing, 5);
        assertThat(deadLetters(consumer(table, recorder).build())).containsExactly(1L);
        FeedConsumer restarted =
                consumer(table, recorder.poisonedBy(1)).tries(1).build();
        restarted.catchUp().join();
        assertThat(recorder.values()).containsExactly(2L, 2L);
        assertThat(deadLetters(restarted)).containsExactly(1L);
        assertThat(restarted.status().deadLetters()).isEqualTo(1);
    }

    @Test
    void replayIsRejectedWhileThereAreDeadLetters() {
        BlockingTable table = openPlain();
        FeedConsumer consumer =
                consumer(table, new Recorder().poisonedBy(0)).tries(1).build();
        put(table, "s", 0);
        consumer.catchUp().join();
        assertThat(consumer.restartFrom(FeedPosition.BEGINNING))
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withMessageContaining(
                        "consumer test has 1 dead letters: retry or drop them before going to another position");
    }
}
