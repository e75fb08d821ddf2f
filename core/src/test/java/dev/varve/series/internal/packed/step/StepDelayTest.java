package dev.varve.series.internal.packed.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.series.internal.packed.Processes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Appends wait for each other, so that they share a record of a journal that is paid for. */
class StepDelayTest {

    record Reading(String deviceId, Instant at, double value) {}

    private static final Instant START = Instant.parse("2026-04-20T14:00:00Z");

    private static final Series<Reading> SERIES = Series.of(Reading.class)
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}")
            .packed()
            .build();

    private final Processes processes = new Processes(START.plus(Duration.ofHours(1)));
    private final Deque<Runnable> timer = new ArrayDeque<>();

    private OpenSeries<Reading> open() {
        processes.delay(timer::add);
        return processes.open("a", SERIES).series(SERIES);
    }

    private static Reading reading(int second) {
        return new Reading("d", START.plusSeconds(second), second);
    }

    private static int records(OpenSeries<Reading> series) {
        return Processes.records(series).size();
    }

    @Test
    void appendsWithinTheTimeShareOneRecord() {
        OpenSeries<Reading> series = open();
        List<CompletableFuture<Outcome<Reading>>> appends = IntStream.range(0, 10)
                .mapToObj(i -> series.appendAsync(reading(i)))
                .toList();
        assertThat(appends).noneMatch(CompletableFuture::isDone);
        assertThat(timer).hasSize(1);
        timer.remove().run();
        assertThat(appends).allMatch(CompletableFuture::isDone);
        assertThat(records(series)).isEqualTo(1);
        CompletableFuture<Outcome<Reading>> next = series.appendAsync(reading(20));
        assertThat(next).isNotDone();
        timer.remove().run();
        assertThat(next).isDone();
        assertThat(records(series)).isEqualTo(2);
    }

    @Test
    void fullRecordIsWrittenAtOnce() {
        OpenSeries<Reading> series = open();
        CompletableFuture<Outcome<Reading>> first = series.appendAsync(reading(0));
        List<Reading> many = IntStream.range(1, StepQueue.FULL_STEP)
                .mapToObj(StepDelayTest::reading)
                .toList();
        assertThat(series.appendAll(many).leftovers()).isEmpty();
        assertThat(first).isDone();
        // The time that the first append has started ends without work.
        timer.remove().run();
        assertThat(records(series)).isEqualTo(1);
    }

    @Test
    void sealingAndClosingDoNotWait() {
        OpenSeries<Reading> series = open();
        CompletableFuture<Outcome<Reading>> first = series.appendAsync(reading(0));
        Processes.store(series).flush().join();
        assertThat(first).isDone();
        CompletableFuture<Outcome<Reading>> second = series.appendAsync(reading(1));
        Processes.store(series).close().join();
        assertThat(second).isDone();
        processes.delay(Runnable::run);
        OpenSeries<Reading> again = processes.open("b", SERIES).series(SERIES);
        assertThat(again.history("d").between(START, START.plusSeconds(5)).count())
                .isEqualTo(2);
    }

    @Test
    void journalOfAnEndedProcessIsTakenOverWithoutWaiting() {
        OpenSeries<Reading> ended = open();
        CompletableFuture<Outcome<Reading>> first = ended.appendAsync(reading(0));
        timer.remove().run();
        CompletableFuture<Outcome<Reading>> second = ended.appendAsync(reading(1));
        timer.remove().run();
        assertThat(List.of(first, second)).allMatch(CompletableFuture::isDone);
        processes.endLeases();
        assertThat(processes
                        .open("b", SERIES)
                        .series(SERIES)
                        .history("d")
                        .between(START, START.plusSeconds(5))
                        .count())
                .isEqualTo(2);
        assertThat(timer).isEmpty();
    }
}
