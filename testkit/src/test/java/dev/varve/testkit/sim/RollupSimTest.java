package dev.varve.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.model.Figures;
import dev.varve.testkit.random.Seeds;
import org.junit.jupiter.api.Test;

/** Runs some seeds of the simulator; {@code ./check sim} runs any number of seeds. */
class RollupSimTest {

    private static final int SEEDS = 30;
    private static final int STEPS = 120;

    @Test
    void rowsOfPackedEventsMatchTheAcceptedWritesUnderFaultsAndCrashes() {
        Figures figures = new Figures();
        Seeds.run(SEEDS, seed -> {
            MutableClock clock = new MutableClock();
            try (MemoryEngine engine = new MemoryEngine(clock)) {
                RollupSim.run(
                        seed,
                        STEPS,
                        new RollupSim.Ground(engine, clock, () -> "sim", engine::sweepExpired).packed(),
                        figures);
            }
        });
        assertThat(figures.of("check")).isPositive();
        assertThat(figures.of("pack")).isPositive();
    }

    @Test
    void rowsMatchTheAcceptedWritesUnderFaults() {
        Figures figures = new Figures();
        Seeds.run(SEEDS, seed -> {
            MutableClock clock = new MutableClock();
            try (MemoryEngine engine = new MemoryEngine(clock)) {
                RollupSim.run(
                        seed, STEPS, new RollupSim.Ground(engine, clock, () -> "sim", engine::sweepExpired), figures);
            }
        });
        assertThat(figures.of("check")).isPositive();
        assertThat(figures.of("neighbour")).isPositive();
    }
}
