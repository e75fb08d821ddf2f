package dev.varve.series.internal.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Unavailable;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a process has written is kept as it wanted when another one writes the same block, or takes its journal over. */
class PackedTakeOverTest {

    record Reading(String deviceId, Instant at, double value, Optional<String> note) {}

    private static final Instant START = Instant.parse("2026-04-20T14:00:00Z");

    private final Processes processes = new Processes(START);

    private static Series<Reading> declared(ConflictPolicy conflicts) {
        return Series.of(Reading.class)
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .onConflict(conflicts)
                .packed()
                .build();
    }

    private OpenSeries<Reading> open(String process, Series<Reading> series) {
        return processes.open(process, series).series(series);
    }

    private static Reading reading(long second, double value) {
        return new Reading("d", START.plusSeconds(second), value, Optional.empty());
    }

    private static List<Reading> all(OpenSeries<Reading> series) {
        return series.history("d")
                .between(START, START.plus(Duration.ofHours(1)))
                .consistent()
                .list();
    }

    private void flush(OpenSeries<Reading> series) {
        Processes.store(series).flush().join();
    }

    @ParameterizedTest
    @EnumSource
    void correctionOfAnEndedProcessIsKept(ConflictPolicy conflicts) {
        Series<Reading> series = declared(conflicts);
        OpenSeries<Reading> ended = open("a", series);
        ended.append(reading(1, 1));
        ended.correct(reading(1, 2));
        processes.endLeases();
        OpenSeries<Reading> next = open("b", series);
        assertThat(all(next)).containsExactly(reading(1, 2));
        flush(next);
        assertThat(all(next)).containsExactly(reading(1, 2));
    }

    @ParameterizedTest
    @EnumSource
    void appendAfterADeletionOfAnEndedProcessIsKept(ConflictPolicy conflicts) {
        Series<Reading> series = declared(conflicts);
        OpenSeries<Reading> ended = open("a", series);
        ended.append(reading(1, 1));
        flush(ended);
        ended.delete(START.plusSeconds(1), "d");
        ended.append(reading(1, 3));
        processes.endLeases();
        assertThat(all(open("b", series))).containsExactly(reading(1, 3));
    }

    @ParameterizedTest
    @EnumSource
    void correctionOfASealedRowOfAnEndedProcessIsKept(ConflictPolicy conflicts) {
        Series<Reading> series = declared(conflicts);
        OpenSeries<Reading> ended = open("a", series);
        OpenSeries<Reading> other = open("b", series);
        ended.append(reading(1, 1));
        flush(ended);
        other.append(reading(2, 2));
        flush(other);
        other.append(reading(3, 3));
        ended.correct(reading(1, 5));
        processes.endLeases();
        Processes.store(other).tick().join();
        assertThat(all(other)).containsExactly(reading(1, 5), reading(2, 2), reading(3, 3));
    }

    @ParameterizedTest
    @EnumSource
    void correctionIsKeptIfAnotherProcessHasSealedTheBlockAgain(ConflictPolicy conflicts) {
        Series<Reading> series = declared(conflicts);
        OpenSeries<Reading> one = open("a", series);
        OpenSeries<Reading> other = open("b", series);
        one.append(reading(1, 1));
        flush(one);
        other.append(reading(2, 2));
        flush(other);
        one.correct(reading(1, 5));
        flush(one);
        assertThat(all(one)).containsExactly(reading(1, 5), reading(2, 2));
    }

    @Test
    void eventThatWasSealedFirstStaysWithRefuse() {
        Series<Reading> series = declared(ConflictPolicy.REFUSE);
        OpenSeries<Reading> ended = open("a", series);
        OpenSeries<Reading> other = open("b", series);
        ended.append(reading(1, 1));
        other.append(reading(1, 2));
        flush(other);
        processes.endLeases();
        Processes.store(other).tick().join();
        assertThat(all(other)).containsExactly(reading(1, 2));
    }

    @Test
    void fieldsOfBothProcessesAreMerged() {
        Series<Reading> series = declared(ConflictPolicy.MERGE);
        OpenSeries<Reading> ended = open("a", series);
        OpenSeries<Reading> other = open("b", series);
        ended.append(reading(1, 1));
        ended.append(reading(1, 2));
        other.append(new Reading("d", START.plusSeconds(1), 7, Optional.of("noted")));
        flush(other);
        processes.endLeases();
        Processes.store(other).tick().join();
        assertThat(all(other)).containsExactly(new Reading("d", START.plusSeconds(1), 2, Optional.of("noted")));
    }

    /** The journal of the process in the middle holds the first rows of the one before it, and not the last. */
    @ParameterizedTest
    @EnumSource
    void takeOverThatWasInterruptedIsRepeatedInOrder(ConflictPolicy conflicts) {
        for (String name : List.of("x", "b", "z")) {
            Processes own = new Processes(START);
            Series<Reading> series = declared(conflicts);
            OpenSeries<Reading> first = own.open("m", series).series(series);
            first.append(reading(1, 1));
            first.correct(reading(1, 2));
            own.endLeases();
            int[] frames = {0};
            UnaryOperator<Table> failing =
                    table -> new FailingTable(table, item -> item.has("frame") && ++frames[0] == 2);
            assertThatThrownBy(() -> own.open(name, series, failing).series(series))
                    .isInstanceOf(Unavailable.class);
            own.endLeases();
            OpenSeries<Reading> last = own.open("l", series).series(series);
            assertThat(all(last)).as(name).containsExactly(reading(1, 2));
        }
    }
}
