package dev.varve.error;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Runs a test with many seeds; a failure names its seed.
 *
 * <p>{@code -Dvarve.seed=N} replays a single seed, {@code -Dvarve.effort=N} runs N times as many.
 */
public final class Seeded {

    private static final String REPLAY = "varve.seed";
    private static final String EFFORT = "varve.effort";

    /** A test body that draws its input from a generator. */
    public interface Body {
        void run(RandomGenerator random);
    }

    private Seeded() {}

    public static void runs(int count, Body body) {
        Long replay = Long.getLong(REPLAY);
        if (replay != null) {
            run(replay, body);
            return;
        }
        for (long seed = 1; seed <= (long) count * Integer.getInteger(EFFORT, 1); seed++) {
            run(seed, body);
        }
    }

    private static void run(long seed, Body body) {
        try {
            body.run(new SplittableRandom(seed));
        } catch (Throwable failure) {
            throw new AssertionError(
                    "seed " + seed + " (replay with -D" + REPLAY + "=" + seed + "): " + failure.getMessage(), failure);
        }
    }
}
