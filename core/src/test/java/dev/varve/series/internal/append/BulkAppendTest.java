package dev.varve.series.internal.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Throttled;
import dev.varve.series.AppendReport;
import dev.varve.series.Outcome;
import dev.varve.table.Capacity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BulkAppendTest {

    private static final int PARALLEL = 3;

    private record Event(int number) {}

    /** Appends that are in progress until the test completes them. */
    private final Map<Integer, CompletableFuture<Outcome<Event>>> inFlight = new LinkedHashMap<>();

    private final List<Long> progress = new ArrayList<>();

    private BulkAppend<Event> bulk(LongConsumer listener) {
        return new BulkAppend<>(
                event -> {
                    CompletableFuture<Outcome<Event>> answer = new CompletableFuture<>();
                    inFlight.put(event.number(), answer);
                    return answer;
                },
                event -> null,
                PARALLEL,
                listener);
    }

    private static List<Event> events(int count) {
        return IntStream.range(0, count).mapToObj(Event::new).toList();
    }

    private void answer(int number) {
        CompletableFuture<Outcome<Event>> answer = inFlight.remove(number);
        answer.complete(new Outcome.Duplicate<>(Instant.EPOCH, Capacity.NONE));
    }

    @Test
    void parallelAppendsReachTheLimitAndTheCallerDoesNotWait() {
        CompletableFuture<AppendReport<Event>> report =
                bulk(progress::add).runAsync(events(7).iterator());
        assertThat(inFlight).containsOnlyKeys(0, 1, 2);
        answer(1);
        assertThat(inFlight).containsOnlyKeys(0, 2, 3);
        answer(0);
        answer(3);
        assertThat(inFlight).containsOnlyKeys(2, 4, 5);
        answer(5);
        answer(4);
        assertThat(inFlight).containsOnlyKeys(2, 6);
        answer(2);
        assertThat(report).isNotDone();
        answer(6);
        assertThat(report.join().entries())
                .extracting(AppendReport.Entry::event)
                .isEqualTo(events(7));
        assertThat(progress).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
    }

    @Test
    void manyImmediateAppendsDoNotOverflowTheStack() {
        var bulk = new BulkAppend<Event>(
                event -> CompletableFuture.completedFuture(new Outcome.Duplicate<>(Instant.EPOCH, Capacity.NONE)),
                event -> null,
                PARALLEL,
                progress::add);
        assertThat(bulk.runAsync(events(100_000).iterator()).join().entries()).hasSize(100_000);
        assertThat(progress).hasSize(100_000);
    }

    @Test
    void failedAppendIsReportedAndTheNextStarts() {
        CompletableFuture<AppendReport<Event>> report =
                bulk(progress::add).runAsync(events(4).iterator());
        inFlight.remove(0).completeExceptionally(new Throttled("test.busy", "busy"));
        answer(1);
        answer(2);
        answer(3);
        assertThat(report.join().leftovers()).containsExactly(new Event(0));
    }

    @Test
    void failingListenerDoesNotStopTheAppends() {
        CompletableFuture<AppendReport<Event>> report = bulk(finished -> {
                    throw new IllegalStateException("the listener failed");
                })
                .runAsync(events(4).iterator());
        answer(0);
        assertThat(inFlight).containsOnlyKeys(1, 2, 3);
        answer(1);
        answer(2);
        answer(3);
        assertThat(report)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withMessageContaining("the listener failed");
    }

    @Test
    void waitingCallerGetsUnexpectedErrors() {
        var bulk = new BulkAppend<Event>(
                event -> CompletableFuture.failedFuture(new IllegalStateException("a bug")),
                event -> null,
                PARALLEL,
                progress::add);
        assertThatThrownBy(() -> bulk.run(events(1).iterator()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a bug");
    }
}
