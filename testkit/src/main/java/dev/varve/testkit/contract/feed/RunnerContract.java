package dev.varve.testkit.contract.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Throttled;
import dev.varve.feed.FeedConsumer;
import dev.varve.feed.FeedRunner;
import dev.varve.feed.StepResult.Kind;
import dev.varve.internal.Durations;
import dev.varve.table.BlockingTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A running consumer reads, retries and stops by itself. */
public abstract class RunnerContract extends ConsumingContract {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final ExecutorService executor = Executors.newFixedThreadPool(4);
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void endThreads() {
        executor.shutdownNow();
        scheduler.shutdownNow();
    }

    private FeedRunner run(FeedConsumer consumer) {
        return FeedRunner.of(consumer, executor, scheduler).start();
    }

    @Test
    void everythingIsHandledWhileItIsWritten() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder();
        FeedConsumer consumer =
                consumer(table, recorder).lanes(2).executor(executor).build();
        try (FeedRunner runner = run(consumer)) {
            for (int round = 0; round < 5; round++) {
                for (int i = 0; i < 10; i++) {
                    put(table, "s", round * 10 + i);
                }
                runner.catchUp(LONG).join();
                assertThat(recorder.values())
                        .isEqualTo(LongStream.range(0, round * 10 + 10).boxed().toList());
            }
        }
        assertThat(consumer.status().active()).isFalse();
    }

    @Test
    void wakingEndsAnIdlePause() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder();
        FeedConsumer consumer = consumer(table, recorder)
                .idleWaits(Duration.ofHours(1), Duration.ofHours(1))
                .build();
        try (FeedRunner runner = run(consumer)) {
            runner.catchUp(LONG).join();
            CountDownLatch handled = new CountDownLatch(1);
            recorder.failing(changes -> {
                handled.countDown();
                return null;
            });
            put(table, "s", 1);
            runner.wake();
            assertThat(await(handled)).isTrue();
        }
    }

    @Test
    void stoppingWaitsForWhatIsUnderWayAndCommitsIt() {
        BlockingTable table = openPlain();
        CompletableFuture<Void> answer = new CompletableFuture<>();
        CountDownLatch called = new CountDownLatch(1);
        Recorder recorder = slow(answer, called);
        put(table, "s", 1);
        FeedRunner runner = run(consumer(table, recorder).build());
        assertThat(await(called)).isTrue();
        CompletableFuture<Void> stopped = runner.stop();
        assertThat(stopped).isNotDone();
        answer.complete(null);
        stopped.join();
        recorder.answering(null);
        FeedConsumer other = consumer(table, recorder).owner("two").build();
        assertThat(step(other).kind()).isEqualTo(Kind.IDLE);
        assertThat(recorder.values()).containsExactly(1L);
    }

    @Test
    void leaseIsRenewedWhileAStepTakesLong() {
        BlockingTable table = openPlain();
        CompletableFuture<Void> answer = new CompletableFuture<>();
        CountDownLatch called = new CountDownLatch(1);
        Recorder recorder = slow(answer, called);
        put(table, "s", 1);
        HandTimed timed = new HandTimed();
        FeedRunner runner = FeedRunner.of(consumer(table, recorder).build(), executor, timed)
                .start();
        assertThat(await(called)).isTrue();
        FeedConsumer other = consumer(table, recorder).owner("two").build();
        for (int i = 0; i < 10; i++) {
            clock().advance(LEASE.dividedBy(2));
            timed.tick();
            assertThat(step(other).kind()).isEqualTo(Kind.STANDBY);
        }
        answer.complete(null);
        runner.stop().join();
        timed.shutdownNow();
        assertThat(step(other).kind()).isEqualTo(Kind.IDLE);
        assertThat(recorder.values()).containsExactly(1L);
    }

    /** A scheduler whose repeated task runs when the test triggers it. */
    private static final class HandTimed extends ScheduledThreadPoolExecutor {

        private final List<Runnable> repeated = new ArrayList<>();

        private HandTimed() {
            super(1);
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long initial, long delay, TimeUnit unit) {
            repeated.add(task);
            return super.schedule(() -> {}, 1, TimeUnit.DAYS);
        }

        private void tick() {
            repeated.forEach(Runnable::run);
        }
    }

    @Test
    void failuresAreRetriedUntilTheyPass() {
        BlockingTable table = openPlain();
        AtomicInteger left = new AtomicInteger(5);
        Recorder recorder = new Recorder()
                .failing(changes -> left.getAndDecrement() > 0 ? new Throttled("test.busy", "busy") : null);
        put(table, "s", 1);
        try (FeedRunner runner = run(consumer(table, recorder)
                .retryWaits(Duration.ofMillis(1), Duration.ofMillis(2))
                .build())) {
            runner.catchUp(LONG).join();
        }
        assertThat(recorder.values()).containsExactly(1L);
        assertThat(recorder.calls()).isEqualTo(6);
    }

    @Test
    void longestWaitsThatCanBeDeclaredWork() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder();
        put(table, "s", 1);
        try (FeedRunner runner = run(consumer(table, recorder)
                .lease(Duration.ofDays(365))
                .linger(Durations.MAX)
                .idleWaits(Durations.MAX, Durations.MAX)
                .build())) {
            runner.start().catchUp(LONG).join();
            put(table, "s", 2);
            runner.catchUp(Durations.MAX).join();
        }
        assertThat(recorder.values()).containsExactly(1L, 2L);
    }

    @Test
    void catchingUpEndsAfterItsTime() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder().failing(changes -> new Throttled("test.busy", "busy"));
        put(table, "s", 1);
        try (FeedRunner runner = run(consumer(table, recorder).build())) {
            assertThat(runner.catchUp(Duration.ofMillis(20)))
                    .failsWithin(LONG)
                    .withThrowableThat()
                    .withMessageContaining("consumer test has not caught up within PT0.02S");
        }
    }

    @Test
    void catchingUpEndsAfterItsTimeThoughTheOnlyThreadIsBlocked() throws Exception {
        BlockingTable table = openPlain();
        CountDownLatch free = new CountDownLatch(1);
        Recorder recorder = new Recorder().failing(changes -> {
            await(free);
            return null;
        });
        put(table, "s", 1);
        ExecutorService one = Executors.newSingleThreadExecutor();
        FeedRunner runner =
                FeedRunner.of(consumer(table, recorder).executor(one).build(), one, scheduler);
        assertThat(runner.catchUp(Duration.ofMillis(20)))
                .failsWithin(LONG)
                .withThrowableThat()
                .withMessageContaining("consumer test has not caught up within PT0.02S");
        free.countDown();
        runner.catchUp(LONG).join();
        assertThat(recorder.values()).containsExactly(1L);
        runner.close();
        one.shutdown();
    }

    @Test
    void runnerThatIsNotStartedStepsWhileACallerWaits() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder();
        FeedRunner runner = FeedRunner.of(consumer(table, recorder).build(), executor, scheduler);
        put(table, "s", 1);
        runner.catchUp(LONG).join();
        put(table, "s", 2);
        assertThat(recorder.values()).containsExactly(1L);
        runner.catchUp(LONG).join();
        assertThat(recorder.values()).containsExactly(1L, 2L);
        runner.close();
        assertThat(runner.consumer().status().active()).isFalse();
    }

    @Test
    void stoppingEndsWaitingCatchUps() {
        BlockingTable table = openPlain();
        CompletableFuture<Void> answer = new CompletableFuture<>();
        Recorder recorder = new Recorder().answering(answer);
        put(table, "s", 1);
        FeedRunner runner = run(consumer(table, recorder).build());
        CompletableFuture<Void> caughtUp = runner.catchUp(LONG);
        recorder.called().join();
        CompletableFuture<Void> stopped = runner.stop();
        assertThat(caughtUp)
                .failsWithin(LONG)
                .withThrowableThat()
                .withMessageContaining("consumer test was stopped before it had caught up");
        answer.complete(null);
        stopped.join();
        assertThat(runner.catchUp(LONG))
                .failsWithin(LONG)
                .withThrowableThat()
                .withMessageContaining("consumer test was stopped");
    }

    @Test
    void secondRunnerTakesOverWhenTheFirstStops() {
        BlockingTable table = openPlain();
        Recorder recorder = new Recorder();
        FeedRunner one = run(consumer(table, recorder).build());
        put(table, "s", 1);
        one.catchUp(LONG).join();
        FeedRunner two = run(consumer(table, recorder)
                .owner("two")
                .idleWaits(Duration.ofMillis(1), Duration.ofMillis(5))
                .build());
        one.stop().join();
        put(table, "s", 2);
        two.catchUp(LONG).join();
        assertThat(recorder.values()).containsExactly(1L, 2L);
        assertThat(two.consumer().status().active()).isTrue();
        two.stop().join();
    }

    /** Returns a recorder that tells when it is called, and answers with this future. */
    private static Recorder slow(CompletableFuture<Void> answer, CountDownLatch called) {
        return new Recorder().answering(answer).failing(changes -> {
            called.countDown();
            return null;
        });
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
