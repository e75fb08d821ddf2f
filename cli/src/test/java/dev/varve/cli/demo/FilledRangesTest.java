package dev.varve.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.key.TimeRange;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilledRangesTest {

    private static final Instant START = Instant.parse("2060-04-20T00:00:00Z");
    private static final int MINUTES = 300;

    private static TimeRange minutes(int from, int to) {
        return TimeRange.of(START.plusSeconds(60L * from), START.plusSeconds(60L * to));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void missingRangesAreAllThatWereNotFilled(long seed) {
        Draw draw = new Draw(seed);
        FilledRanges filled = FilledRanges.NOTHING;
        BitSet naive = new BitSet();
        for (int i = 0; i < 30; i++) {
            int from = draw.below(MINUTES - 1);
            int to = from + 1 + draw.below(Math.min(20, MINUTES - from - 1) + 1);
            filled = filled.with(minutes(from, to));
            naive.set(from, to);
            assertThat(missing(filled.missing(minutes(0, MINUTES))))
                    .as("seed %s", seed)
                    .isEqualTo(flipped(naive));
            assertThat(FilledRanges.parse(filled.text())).as("seed %s", seed).isEqualTo(filled);
            assertThat(filled.ranges().size()).as("runs, seed %s", seed).isEqualTo(runs(naive));
        }
    }

    private static BitSet flipped(BitSet naive) {
        BitSet flipped = (BitSet) naive.clone();
        flipped.flip(0, MINUTES);
        flipped.clear(MINUTES, MINUTES + 100);
        return flipped;
    }

    private static BitSet missing(List<TimeRange> ranges) {
        BitSet bits = new BitSet();
        for (TimeRange range : ranges) {
            bits.set((int) Duration.between(START, range.from()).toMinutes(), (int)
                    Duration.between(START, range.to()).toMinutes());
        }
        return bits;
    }

    private static int runs(BitSet bits) {
        int runs = 0;
        for (int at = bits.nextSetBit(0); at >= 0; at = bits.nextSetBit(bits.nextClearBit(at))) {
            runs++;
        }
        return runs;
    }

    @Test
    void newestDayComesFirstAndEachDayFromItsBeginning() {
        Schedule schedule = new Schedule(Duration.ofDays(2), Duration.ofHours(8));
        Instant now = START.plus(Duration.ofHours(60));
        FilledRanges filled = FilledRanges.NOTHING;
        List<String> order = new ArrayList<>();
        for (Optional<TimeRange> next = schedule.next(filled, now);
                next.isPresent();
                next = schedule.next(filled, now)) {
            filled = filled.with(next.get());
            order.add(Duration.between(START, next.get().from()).toHours() + "-"
                    + Duration.between(START, next.get().to()).toHours());
        }
        assertThat(order).containsExactly("48-56", "56-60", "24-32", "32-40", "40-48", "12-16", "16-24");
        assertThat(schedule.missing(filled, now)).isZero();
    }

    @Test
    void nextInOrderIsTheOldestMissingRange() {
        Schedule schedule = new Schedule(Duration.ofDays(2), Duration.ofHours(8));
        TimeRange day = TimeRange.of(START, START.plus(Duration.ofDays(1)));
        FilledRanges filled = FilledRanges.NOTHING.with(TimeRange.of(START, START.plus(Duration.ofHours(3))));
        assertThat(schedule.nextInOrder(filled, day))
                .hasValue(TimeRange.of(START.plus(Duration.ofHours(3)), START.plus(Duration.ofHours(8))));
    }
}
