package dev.varve.server.sites;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.varve.error.Unavailable;
import org.junit.jupiter.api.Test;

class DropFlushTest {

    /** A timer does not run a task again that has thrown. */
    @Test
    void failureDoesNotEndTheTimer() {
        assertThatCode(() -> DropFlush.flush(() -> {
                    throw new Unavailable("test.away", "the table is away", null);
                }))
                .doesNotThrowAnyException();
        assertThatCode(() -> DropFlush.flush(() -> {
                    throw new IllegalStateException("unexpected");
                }))
                .doesNotThrowAnyException();
    }
}
