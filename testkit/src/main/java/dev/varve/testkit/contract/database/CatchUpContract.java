package dev.varve.testkit.contract.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.Varve;
import dev.varve.error.Throttled;
import dev.varve.error.Unavailable;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.feed.ConsumerStatus;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.table.Get;
import dev.varve.testkit.contract.series.SeriesContract;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Handlers may block their threads, and catching up waits until everything derived from earlier writes is done. */
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
public abstract class CatchUpContract extends SeriesContract {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Long enough for every engine to call the handler, which fails. */
    private static final Duration LONG_ENOUGH_TO_FAIL = Duration.ofSeconds(2);

    private static final Duration SHORT = Duration.ofMillis(50);

    /** More than a call keeps in flight, and more than the common pool has threads. */
    private static final int MANY = 200;

    private static final Series<Reading> OTHERS = Series.of(Reading.class)
            .named("others")
            .partition("OTHER#{deviceId}")
            .sort("READING#{at}")
            .build();

    @BeforeEach
    void engineHasAFeed() {
        assumeTrue(harness().hasFeed());
    }

    private static Varve follow(Varve db, ChangeHandler handler) {
        db.schema().tables().forEach(table -> db.processing().follow(table.name(), handler));
        return db;
    }

    /** Returns a handler that passes each stored reading of one device to an action that may block. */
    private static ChangeHandler onReadings(OpenSeries<Reading> series, ReadingAction action) {
        return changes -> {
            for (Change change : changes) {
                series.event(change).ifPresent(action::run);
            }
            return CompletableFuture.completedFuture(null);
        };
    }

    private interface ReadingAction {
        void run(Reading reading);
    }

    private List<Reading> copies(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Reading("copy-" + i, at(i), 1))
                .toList();
    }

    @Test
    void handlerMayCallBlockingAppendAllWithoutBackgroundProcessing() {
        Varve db = open(READINGS);
        assertCopied(db);
    }

    @Test
    void handlerMayCallBlockingAppendAllInTheBackground() {
        Varve db = open(READINGS);
        assertCopied(db);
        db.processing().start();
        db.series(READINGS).append(reading(1, 1));
        db.processing().catchUp(PATIENCE);
        db.processing().close();
        assertThat(db.series(READINGS).history("d-1").list()).hasSize(2);
    }

    private void assertCopied(Varve db) {
        OpenSeries<Reading> readings = db.series(READINGS);
        Queue<Thread> threads = new ConcurrentLinkedQueue<>();
        ChangeHandler copying = onReadings(readings, reading -> {
            threads.add(Thread.currentThread());
            if (reading.deviceId().equals("d-1")) {
                assertThat(readings.appendAll(copies(MANY)).isAllStored()).isTrue();
            }
        });
        // The second handler starts on the thread that completed the first one, possibly a thread of the engine.
        follow(
                db,
                changes -> db.table(db.schema().tables().get(0).name())
                        .async()
                        .get(Get.of(changes.get(0).key()))
                        .thenAccept(found -> {}));
        follow(db, copying);
        readings.append(reading(0, 1));
        db.processing().catchUp(PATIENCE);
        assertThat(readings.history("copy-" + (MANY - 1)).list()).hasSize(1);
        assertThat(threads).isNotEmpty().noneMatch(ThreadsContract::isOfTheCommonPool);
    }

    @Test
    void everyHandlerCallHasItsOwnThread() {
        Varve db = open(READINGS);
        Queue<Thread> threads = new ConcurrentLinkedQueue<>();
        follow(db, new ChangeHandler() {
            @Override
            public CompletableFuture<Void> handle(List<Change> changes) {
                threads.add(Thread.currentThread());
                return CompletableFuture.completedFuture(null);
            }

            @Override
            public CompletableFuture<Void> tick() {
                threads.add(Thread.currentThread());
                return CompletableFuture.completedFuture(null);
            }
        });
        db.series(READINGS).append(reading(0, 1));
        db.processing().catchUp(PATIENCE);
        assertThat(threads)
                .hasSizeGreaterThan(1)
                .allSatisfy(thread -> assertThat(thread.getName()).startsWith("varve-processing"));
    }

    @Test
    void catchUpTimesOutIfAHandlerNeverCompletes() {
        CompletableFuture<Void> never = new CompletableFuture<>();
        Varve db = follow(open(READINGS), changes -> never);
        db.series(READINGS).append(reading(0, 1));
        assertUnavailable(
                "feed.catch-up",
                "has not caught up within PT0.05S",
                () -> db.processing().catchUp(SHORT));
        never.complete(null);
        db.processing().catchUp(PATIENCE);
    }

    @Test
    void catchUpTimesOutIfAHandlerBlocks() {
        CountDownLatch free = new CountDownLatch(1);
        Varve db = follow(open(READINGS), changes -> {
            await(free);
            return CompletableFuture.completedFuture(null);
        });
        db.series(READINGS).append(reading(0, 1));
        assertUnavailable(
                "feed.catch-up",
                "has not caught up within PT0.05S",
                () -> db.processing().catchUp(SHORT));
        assertThat(db.processing().status()).isNotEmpty();
        free.countDown();
        db.processing().catchUp(PATIENCE);
    }

    @Test
    void catchUpTimesOutIfAHandlerKeepsFailing() {
        Varve db = follow(
                open(READINGS), changes -> CompletableFuture.failedFuture(new Throttled("test.busy", "too busy")));
        db.series(READINGS).append(reading(0, 1));
        Unavailable late = assertUnavailable(
                "feed.catch-up", "too busy", () -> db.processing().catchUp(LONG_ENOUGH_TO_FAIL));
        assertThat(late).hasRootCauseInstanceOf(Throttled.class);
    }

    @Test
    void catchUpWaitsForWritesOfHandlers() {
        Varve db = open(READINGS);
        OpenSeries<Reading> readings = db.series(READINGS);
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        follow(db, onReadings(readings, reading -> {
            seen.add(reading.deviceId());
            int generation = Integer.parseInt(reading.deviceId().substring(2));
            if (generation < 5) {
                readings.append(new Reading("d-" + (generation + 1), at(0), 1));
            }
        }));
        readings.append(reading(0, 1));
        db.processing().catchUp(PATIENCE);
        assertThat(seen).containsExactly("d-1", "d-2", "d-3", "d-4", "d-5");
    }

    @Test
    void catchUpWaitsForWritesOfATick() {
        Varve db = open(READINGS);
        OpenSeries<Reading> readings = db.series(READINGS);
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        AtomicInteger ticks = new AtomicInteger();
        follow(db, new ChangeHandler() {
            @Override
            public CompletableFuture<Void> handle(List<Change> changes) {
                changes.forEach(change -> readings.event(change).ifPresent(reading -> seen.add(reading.deviceId())));
                return CompletableFuture.completedFuture(null);
            }

            @Override
            public CompletableFuture<Void> tick() {
                return ticks.incrementAndGet() > 1
                        ? CompletableFuture.completedFuture(null)
                        : readings.appendAsync(new Reading("ticked", at(0), 1)).thenAccept(done -> {});
            }
        });
        db.processing().catchUp(PATIENCE);
        assertThat(seen).containsExactly("ticked");
    }

    @Test
    void catchUpWaitsForWritesOfHandlersToOtherTables() {
        Varve db = open(Schema.of(Schema.in(schema().build(), READINGS), Schema.in(schema().build(), OTHERS)));
        OpenSeries<Reading> readings = db.series(READINGS);
        OpenSeries<Reading> others = db.series(OTHERS);
        String first = db.schema().tableOf(READINGS).name();
        String second = db.schema().tableOf(OTHERS).name();
        Queue<Instant> seen = new ConcurrentLinkedQueue<>();
        db.processing().follow(first, onReadings(readings, reading -> {
            seen.add(reading.at());
            others.append(reading);
        }));
        db.processing().follow(second, onReadings(others, reading -> {
            if (reading.at().isBefore(at(5))) {
                readings.append(new Reading("d-1", reading.at().plusSeconds(1), 1));
            }
        }));
        readings.append(reading(0, 1));
        db.processing().catchUp(PATIENCE);
        assertThat(seen).containsExactly(at(0), at(1), at(2), at(3), at(4), at(5));
    }

    @Test
    void catchUpReportsPendingChangesIfHandlersNeverStopWriting() {
        Varve db = open(READINGS);
        OpenSeries<Reading> readings = db.series(READINGS);
        AtomicInteger written = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(3);
        follow(db, onReadings(readings, reading -> {
            begun.countDown();
            readings.append(reading(written.incrementAndGet(), 1));
        }));
        readings.append(reading(0, 1));
        assertUnavailable(
                "feed.more-waiting",
                "more changes are waiting",
                () -> db.processing().catchUp(Duration.ofSeconds(3)));
        assertThat(begun.getCount()).isZero();
    }

    @Test
    void catchUpWaitsForTheEndOfAnotherLease() throws Exception {
        Varve dead = follow(open(READINGS), changes -> CompletableFuture.completedFuture(null));
        dead.series(READINGS).append(reading(0, 1));
        dead.processing().catchUp(PATIENCE);
        dead.series(READINGS).append(reading(1, 1));
        List<Reading> seen = new ArrayList<>();
        Varve next = open(dead.schema());
        follow(next, onReadings(next.series(READINGS), seen::add));
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            CompletableFuture<Void> caughtUp =
                    CompletableFuture.runAsync(() -> next.processing().catchUp(PATIENCE), thread);
            until(() -> next.processing().status().values().stream().anyMatch(CatchUpContract::isOnStandby));
            assertThat(caughtUp).isNotDone();
            clock().advance(Duration.ofSeconds(31));
            caughtUp.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } finally {
            thread.shutdownNow();
        }
        assertThat(seen).extracting(Reading::at).containsExactly(at(-30));
    }

    private static boolean isOnStandby(ConsumerStatus status) {
        return status.lastError() instanceof Unavailable leased && leased.code().equals("feed.leased");
    }

    private static void until(BooleanSupplier holds) {
        while (!holds.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Unavailable assertUnavailable(String code, String text, Runnable call) {
        Unavailable error = catchThrowableOfType(Unavailable.class, call::run);
        assertThat(error).isNotNull().hasMessageContaining(text);
        assertThat(error.code()).isEqualTo(code);
        return error;
    }
}
