package dev.varve.core.key;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Runs a test with many seeds; a failure names its seed, and {@code -Dvarve.seed=N} replays that one alone. */
final class Seeded {

    private static final String REPLAY = "varve.seed";

    /** A test body that draws its input from a generator. */
    interface Body {
        void run(RandomGenerator random);
    }

    private Seeded() {}

    static void runs(int count, Body body) {
        Long replay = Long.getLong(REPLAY);
        for (long seed = replay == null ? 1 : replay; seed <= (replay == null ? count : replay); seed++) {
            try {
                body.run(new SplittableRandom(seed));
            } catch (Throwable failure) {
                throw new AssertionError(
                        "seed " + seed + " (replay with -D" + REPLAY + "=" + seed + "): " + failure.getMessage(),
                        failure);
            }
        }
    }
}
