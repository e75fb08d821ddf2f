package dev.varve.series.internal.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.Varve;
import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.feed.Change;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupRow;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a process sees of the rows that others have accepted. */
class OtherWritersTest {

    record Reading(String deviceId, Instant at, double value) {}

    private static final Instant START = Instant.parse("2026-04-20T14:00:00Z");
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Processes processes = new Processes(START.plus(Duration.ofMinutes(30)));

    private static Series<Reading> declared(ConflictPolicy conflicts) {
        return Series.of(Reading.class)
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .onConflict(conflicts)
                .packed()
                .rollUp(Rollup.of("value").hourly())
                .build();
    }

    private static final Series<Reading> SERIES = declared(ConflictPolicy.REPLACE);

    private OpenSeries<Reading> open(String process) {
        return processes.open(process, SERIES).series(SERIES);
    }

    private static Reading reading(long second, double value) {
        return new Reading("d", START.plusSeconds(second), value);
    }

    private static List<Double> values(OpenSeries<Reading> series) {
        return series.history("d").between(START, START.plus(Duration.ofHours(1))).list().stream()
                .map(Reading::value)
                .toList();
    }

    private static PackedStore store(OpenSeries<Reading> series) {
        return Processes.store(series);
    }

    private static void follow(OpenSeries<Reading> series) {
        store(series).follow().join();
    }

    private static void flush(OpenSeries<Reading> series) {
        store(series).flush().join();
    }

    @Test
    void rowsOfOthersAreReadBeforeTheyAreSealed() {
        OpenSeries<Reading> one = open("one");
        OpenSeries<Reading> two = open("two");
        one.append(reading(1, 1));
        two.append(reading(2, 2));
        assertThat(values(two)).containsExactly(2.0);
        follow(two);
        assertThat(values(two)).containsExactly(1.0, 2.0);
        assertThat(two.latest("d")).contains(reading(2, 2));
        one.append(reading(3, 3));
        follow(two);
        assertThat(two.latest("d")).contains(reading(3, 3));
        assertThat(two.history("d").between(START, START.plusSeconds(10)).count())
                .isEqualTo(3);
        assertThat(two.rollups("d")
                        .hourly()
                        .between(START, START.plusSeconds(3600))
                        .list())
                .extracting(RollupRow::count)
                .containsExactly(3L);
    }

    @Test
    void correctionsAndRemovalsOfOthersAreSeen() {
        OpenSeries<Reading> one = open("one");
        OpenSeries<Reading> two = open("two");
        one.append(reading(1, 1));
        one.append(reading(2, 2));
        flush(one);
        one.correct(reading(1, 5));
        one.delete(reading(2, 2));
        follow(two);
        assertThat(values(two)).containsExactly(5.0);
        flush(one);
        assertThat(values(two)).containsExactly(5.0);
        follow(two);
        assertThat(values(two)).containsExactly(5.0);
    }

    /** Without following: the block is newer than the bucket in memory. */
    @Test
    void bucketInMemoryIsReadAgainWhenAnotherProcessHasWrittenItsBlock() {
        OpenSeries<Reading> one = open("one");
        OpenSeries<Reading> two = open("two");
        two.append(reading(2, 2));
        one.append(reading(1, 1));
        flush(one);
        assertThat(values(two)).containsExactly(1.0, 2.0);
        flush(two);
        one.correct(reading(1, 7));
        flush(one);
        assertThat(values(two)).containsExactly(7.0, 2.0);
        one.delete(reading(1, 7));
        assertThat(values(one)).containsExactly(2.0);
    }

    @Test
    void bucketInMemoryIsEmptyWhenAnotherProcessHasRemovedItsBlock() {
        OpenSeries<Reading> one = open("one");
        OpenSeries<Reading> two = open("two");
        two.append(reading(2, 2));
        flush(two);
        one.delete(reading(2, 2));
        flush(one);
        assertThat(values(two)).isEmpty();
    }

    /** The journal of the first process still has its row when the second one has corrected it in the block. */
    @ParameterizedTest
    @EnumSource
    void rowThatAnotherProcessHasCorrectedInTheBlockIsNotAppliedAgain(ConflictPolicy conflicts) {
        Series<Reading> series = declared(conflicts);
        OpenSeries<Reading> one = processes.open("one", series).series(series);
        OpenSeries<Reading> two = processes.open("two", series).series(series);
        OpenSeries<Reading> reader = processes.open("reader", series).series(series);
        one.append(reading(1, 1));
        follow(reader);
        // The block is written, and the journal is not trimmed.
        store(one).sealer().relieve(bucket -> true).join();
        two.correct(reading(1, 9));
        flush(two);
        assertThat(values(reader)).containsExactly(9.0);
        // Nor when the first process ends, and its journal is taken over.
        processes.endLeases();
        store(two).tick().join();
        flush(two);
        follow(reader);
        assertThat(values(reader)).containsExactly(9.0);
        assertThat(values(two)).containsExactly(9.0);
    }

    @Test
    void blockNamesTheLastRecordOfEachJournal() {
        OpenSeries<Reading> one = open("one");
        OpenSeries<Reading> two = open("two");
        one.append(reading(1, 1));
        one.append(reading(2, 2));
        flush(one);
        two.append(reading(3, 3));
        flush(two);
        Table table = store(two).state().blocks().table();
        Item block = Objects.requireNonNull(table.get(Get.of(Key.of("DEVICE#d", "READING#2026-04-20T14:00:00.000Z~00")))
                .join()
                .item());
        assertThat(block.text("writer")).startsWith("two.");
        assertThat(block.value("through")).isEqualTo(Num.of(1));
        assertThat(BlockItems.stamp(block).others()).hasSize(1).allSatisfy((writer, through) -> {
            assertThat(writer).startsWith("one.");
            assertThat(through).isEqualTo(2);
        });
    }

    @Test
    void takeOverThatFailsIsContinued() {
        OpenSeries<Reading> one = open("one");
        IntStream.range(0, 10).forEach(i -> one.append(reading(i, i)));
        boolean[] isDown = {false};
        int[] frames = {0};
        UnaryOperator<Table> failing =
                table -> new FailingTable(table, item -> isDown[0] && item.has("frame") && ++frames[0] == 3);
        OpenSeries<Reading> two = processes.open("two", SERIES, failing).series(SERIES);
        processes.endLeases();
        isDown[0] = true;
        assertThatThrownBy(() -> store(two).tick().join()).hasCauseInstanceOf(Unavailable.class);
        store(two).tick().join();
        assertThat(values(two)).hasSize(10);
    }

    @Test
    void rowsBeyondTheMemoryAreSeenWhenTheyAreSealed() {
        OpenSeries<Reading> one = open("one");
        OpenSeries<Reading> two = open("two");
        store(two).others().atMost(4_000);
        IntStream.range(0, 200).forEach(i -> one.append(reading(i, i)));
        one.append(reading(-3600, -1));
        follow(two);
        assertThat(store(two).state().memory().others().bytes()).isLessThan(4_000);
        flush(one);
        assertThat(values(two)).hasSize(200);
    }

    @Test
    void listenerGetsEventsOfOthersAndIsToldWhatItMissed() {
        List<Double> heard = new ArrayList<>();
        int[] missed = {0};
        Varve one = processes.open("one", SERIES);
        Varve two = processes.open("two", SERIES);
        two.processing()
                .followWriters(
                        Duration.ofSeconds(1),
                        changes -> changes.stream()
                                .map(Change::after)
                                .map(item -> Objects.requireNonNull(item)
                                        .number("value")
                                        .doubleValue())
                                .forEach(heard::add),
                        () -> missed[0]++);
        two.processing().readWriters();
        one.series(SERIES).append(reading(1, 1));
        two.series(SERIES).append(reading(2, 2));
        two.processing().catchUp(LIMIT);
        assertThat(heard).containsExactly(1.0);
        assertThat(missed[0]).isZero();
        one.series(SERIES).append(reading(3, 3));
        one.close();
        two.processing().readWriters();
        assertThat(heard).containsExactly(1.0);
        assertThat(missed[0]).isEqualTo(1);
        assertThat(values(two.series(SERIES))).containsExactly(1.0, 2.0, 3.0);
    }

    @Test
    void intervalIsLimited() {
        Varve db = processes.open("one", SERIES);
        assertThatThrownBy(() -> db.processing().followWriters(Duration.ofMillis(50)))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("the interval of followWriters is PT0.05S; the smallest is PT0.1S");
        assertThatThrownBy(() -> db.processing().followWriters(Duration.ofMinutes(2)))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("the interval of followWriters");
    }
}
