package dev.varve.server.channel.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RetryScheduleTest {

    private static final Instant CREATED = Instant.parse("2026-04-20T14:00:00Z");

    @Test
    void waitsDoubleUpToALimitWithJitter() {
        RetrySchedule schedule = new RetrySchedule(new Random(1));
        for (int attempts = 1; attempts < 100; attempts++) {
            long full = Math.min(
                    RetrySchedule.LONGEST.toMillis(), RetrySchedule.FIRST.toMillis() << Math.min(attempts - 1, 20));
            Duration wait = Duration.between(
                    CREATED, schedule.next(CREATED, attempts, CREATED).orElseThrow());
            assertThat(wait.toMillis()).as("attempt %s", attempts).isBetween(full / 2, full);
        }
    }

    @Test
    void waitsAreRandom() {
        RetrySchedule schedule = new RetrySchedule(new Random(1));
        assertThat(schedule.next(CREATED, 8, CREATED)).isNotEqualTo(schedule.next(CREATED, 8, CREATED));
    }

    @Test
    void oldNoticeIsNotRetried() {
        RetrySchedule schedule = new RetrySchedule(new Random(1));
        Instant now = CREATED;
        int attempts = 0;
        Optional<Instant> next = Optional.of(now);
        while (next.isPresent()) {
            now = next.get();
            next = schedule.next(CREATED, ++attempts, now);
        }
        assertThat(now).isBefore(CREATED.plus(RetrySchedule.GIVE_UP));
        assertThat(attempts).isBetween(50, 110);
    }
}
