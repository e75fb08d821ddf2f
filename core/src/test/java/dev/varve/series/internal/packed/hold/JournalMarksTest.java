package dev.varve.series.internal.packed.hold;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class JournalMarksTest {

    private static final Instant START = Instant.parse("2026-04-20T14:00:00Z");

    @Test
    void recordsBeyondTheCapAreNotKept() {
        JournalMarks marks = new JournalMarks(10_000);
        for (int number = 1; number <= 100; number++) {
            marks.add(number, 1_000, START.toEpochMilli() + 1_000L * number);
        }
        assertThat(marks.beyondCap()).isBetween(88L, 90L);
        assertThat(marks.at(50, START)).isEqualTo(START.plusSeconds(50));
        marks.trimmed(95);
        assertThat(marks.at(50, START)).isEqualTo(START);
        assertThat(marks.at(96, START)).isEqualTo(START.plusSeconds(96));
    }

    @Test
    void marksAreBounded() {
        JournalMarks marks = new JournalMarks(Long.MAX_VALUE);
        for (int number = 1; number <= 200_000; number++) {
            marks.add(number, 1, START.toEpochMilli() + 1_000L * number);
        }
        Instant at = marks.at(100_000, START);
        assertThat(at).isBetween(START.plusSeconds(99_000), START.plusSeconds(100_000));
    }
}
