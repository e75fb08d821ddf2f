package dev.varve.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Throttled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PasswordChecksTest {

    /** Only a broken test waits that long. */
    private static final Duration LONG = Duration.ofSeconds(60);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void stop() {
        end.countDown();
        threads.shutdownNow();
    }

    private boolean untilTheEnd() {
        try {
            return end.await(LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Begins a check that runs until the end of the test. */
    private Future<Boolean> begin(PasswordChecks checks, String network) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Future<Boolean> result = threads.submit(() -> checks.run(network, () -> {
            begun.countDown();
            return untilTheEnd();
        }));
        assertThat(begun.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return result;
    }

    @Test
    void networkGetsOneCheckAtATime() throws Exception {
        PasswordChecks checks = new PasswordChecks(LONG);
        Future<Boolean> first = begin(checks, "a");
        assertThatThrownBy(() -> checks.run("a", () -> true))
                .isInstanceOf(Throttled.class)
                .hasMessage("the server is checking other passwords: try again in a second");
        assertThat(checks.run("b", () -> true)).as("of another network").isTrue();
        end.countDown();
        assertThat(first.get()).isTrue();
        assertThat(checks.run("a", () -> false)).as("afterwards").isFalse();
    }

    @Test
    void othersWaitForTheirTurn() throws Exception {
        PasswordChecks checks = new PasswordChecks(LONG);
        List<Future<Boolean>> running = List.of(begin(checks, "a"), begin(checks, "b"));
        List<Future<Boolean>> waiting = new ArrayList<>();
        for (int i = 0; i < PasswordChecks.MOST_WAITING; i++) {
            String network = "waiting " + i;
            waiting.add(threads.submit(() -> checks.run(network, () -> true)));
        }
        while (checks.waiting() < PasswordChecks.MOST_WAITING) {
            Thread.onSpinWait();
        }
        assertThatThrownBy(() -> checks.run("one more", () -> true)).isInstanceOf(Throttled.class);
        end.countDown();
        waiting.addAll(running);
        for (Future<Boolean> each : waiting) {
            assertThat(each.get()).isTrue();
        }
    }

    @Test
    void waitingEndsAfterAMoment() throws Exception {
        PasswordChecks checks = new PasswordChecks(Duration.ZERO);
        List<Future<Boolean>> running = List.of(begin(checks, "a"), begin(checks, "b"));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> checks.run("c", () -> true)).isInstanceOf(Throttled.class);
        }
        assertThat(running).noneMatch(Future::isDone);
    }

    @Test
    void failedCheckFreesItsTurn() {
        PasswordChecks checks = new PasswordChecks(Duration.ZERO);
        for (int i = 0; i <= PasswordChecks.AT_ONCE; i++) {
            assertThatThrownBy(() -> checks.run("a", () -> {
                        throw new IllegalStateException("broken");
                    }))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(checks.run("a", () -> true)).isTrue();
    }
}
