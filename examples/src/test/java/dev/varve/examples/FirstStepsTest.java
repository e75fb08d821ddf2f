package dev.varve.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.MutableClock;
import org.junit.jupiter.api.Test;

class FirstStepsTest {

    @Test
    void readingSentTwiceIsStoredOnce() {
        MutableClock clock = new MutableClock();
        try (MemoryEngine engine = new MemoryEngine(clock)) {
            assertThat(FirstSteps.run(engine, clock))
                    .containsExactly("stored: true", "latest: 22.4", "in the last hour: 1");
        }
    }
}
