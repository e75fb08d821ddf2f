package dev.varve.feed.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.feed.Change;
import dev.varve.feed.FeedPosition;
import dev.varve.internal.ExponentialBackoff;
import dev.varve.table.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchBisectionTest {

    @Test
    void emptyLaneIsDone() {
        assertThat(new BatchBisection(List.of()).isDone()).isTrue();
        assertThat(new BatchBisection(List.of()).head()).isEmpty();
    }

    @Test
    void batchIsTriedAgainBeforeItIsSplit() {
        BatchBisection lane = new BatchBisection(changes(4));
        assertThat(lane.failed(3)).isEqualTo(BatchBisection.NextStep.RETRY);
        assertThat(lane.failed(3)).isEqualTo(BatchBisection.NextStep.RETRY);
        assertThat(lane.head()).hasSize(4);
        assertThat(lane.failed(3)).isEqualTo(BatchBisection.NextStep.SPLIT);
        assertThat(lane.head()).isEqualTo(changes(4).subList(0, 2));
        assertThat(lane.tries()).isEqualTo(3);
    }

    @Test
    void failingChangesAreIsolatedAndTheOthersKeepTheirOrder() {
        for (int size = 1; size <= 17; size++) {
            Set<Integer> failing = Set.of(0, 3, 4, 16);
            BatchBisection lane = new BatchBisection(changes(size));
            List<Integer> handled = new ArrayList<>();
            List<Integer> setAside = new ArrayList<>();
            int calls = 0;
            while (!lane.isDone()) {
                assertThat(calls++).isLessThan(4 * size + 2);
                List<Integer> head =
                        lane.head().stream().map(BatchBisectionTest::number).toList();
                if (head.stream().noneMatch(failing::contains)) {
                    handled.addAll(head);
                    lane.handled();
                } else if (lane.failed(2) == BatchBisection.NextStep.SET_ASIDE) {
                    setAside.addAll(head);
                    lane.remove(lane.head().get(0));
                }
            }
            assertThat(setAside).isSubsetOf(failing).isSorted();
            assertThat(handled).doesNotContainAnyElementsOf(failing).isSorted();
            assertThat(handled.size() + setAside.size()).isEqualTo(size);
        }
    }

    @Test
    void changesAreRemovedFromEveryBatch() {
        BatchBisection lane = new BatchBisection(changes(4));
        assertThat(lane.failed(1)).isEqualTo(BatchBisection.NextStep.SPLIT);
        lane.removeIf(change -> number(change) != 3);
        assertThat(lane.head()).isEqualTo(changes(4).subList(3, 4));
    }

    @Test
    void waitsDoubleUpToTheLongest() {
        ExponentialBackoff waits = new ExponentialBackoff(Duration.ofMillis(100), Duration.ofSeconds(1));
        assertThat(IntStream.of(0, 1, 2, 3, 4, 5, 1_000_000).mapToObj(waits::after))
                .containsExactly(
                        Duration.ofMillis(100),
                        Duration.ofMillis(100),
                        Duration.ofMillis(200),
                        Duration.ofMillis(400),
                        Duration.ofMillis(800),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1));
    }

    private static List<Change> changes(int count) {
        return IntStream.range(0, count).mapToObj(BatchBisectionTest::change).toList();
    }

    private static Change change(int number) {
        return new Change(
                new FeedPosition(Integer.toString(number)),
                Instant.EPOCH,
                Key.of("p", "s" + number),
                null,
                null,
                Change.Cause.WRITE);
    }

    private static int number(Change change) {
        return Integer.parseInt(change.position().text());
    }
}
