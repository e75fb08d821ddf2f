package dev.varve.series.internal.packed.journal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random processes append, trim, crash, sleep, return and take over, while the table loses responses, carries out writes
 * late, and lets one process run in the middle of another one's call. No acknowledged record is lost.
 */
class TableJournalsWalkTest {

    private static final int SEEDS = Integer.getInteger("varve.seeds", 200);
    private static final int STEPS = 120;

    @ParameterizedTest
    @ValueSource(strings = {"ttl", "no ttl"})
    void noAcknowledgedRecordIsLost(String kind) {
        int recovered = 0;
        int fenced = 0;
        Long requested = Long.getLong("varve.seed");
        for (long seed = requested == null ? 1 : requested; seed <= (requested == null ? SEEDS : requested); seed++) {
            JournalWalk walk =
                    new JournalWalk(seed, kind.equals("ttl") ? JournalWorld.withTtl() : JournalWorld.withoutTtl());
            try {
                walk.run(STEPS);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + " failed; replay it with -Dvarve.seed=" + seed + ": " + e, e);
            }
            recovered += walk.recovered();
            fenced += walk.fenced();
        }
        if (requested == null) {
            assertThat(recovered).as("records that other processes read").isGreaterThan(10 * SEEDS);
            assertThat(fenced).as("writers that met a fence").isGreaterThan(SEEDS / 2);
        }
    }
}
