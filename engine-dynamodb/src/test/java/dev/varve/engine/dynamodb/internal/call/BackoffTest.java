package dev.varve.engine.dynamodb.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.engine.dynamodb.Billing;
import dev.varve.engine.dynamodb.Retries;
import java.time.Duration;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private static Backoff backoff(Duration first, Duration longest) {
        return new Backoff(new Retries(8, first, longest), new Random(1), Runnable::run);
    }

    private static long longest(Backoff backoff, int attempts) {
        return LongStream.range(0, 2000)
                .map(i -> backoff.waitNanos(attempts))
                .max()
                .orElseThrow();
    }

    @Test
    void waitsDoubleUpToTheLongest() {
        Backoff backoff = backoff(Duration.ofMillis(10), Duration.ofMillis(50));
        assertThat(longest(backoff, 1)).isBetween(9_900_000L, 10_000_000L);
        assertThat(longest(backoff, 2)).isBetween(19_800_000L, 20_000_000L);
        assertThat(longest(backoff, 3)).isBetween(39_600_000L, 40_000_000L);
        assertThat(longest(backoff, 4)).isBetween(49_500_000L, 50_000_000L);
        assertThat(longest(backoff, 1_000_000)).isBetween(49_500_000L, 50_000_000L);
    }

    @Test
    void waitsCanBeTurnedOff() {
        assertThat(longest(backoff(Duration.ZERO, Duration.ZERO), 5)).isZero();
    }

    @Test
    void invalidBoundsAreRefused() {
        assertThatThrownBy(() -> new Retries(0, Duration.ZERO, Duration.ZERO))
                .hasMessage(
                        "retries need at least 1 attempt and a longest wait not below the first; given 0, PT0S and PT0S");
        assertThatThrownBy(() -> Billing.provisioned(0, 1))
                .hasMessage("provisioned capacity needs at least 1 read and 1 write unit; given 0 and 1");
    }
}
