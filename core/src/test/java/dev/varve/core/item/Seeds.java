package dev.varve.core.item;

import java.util.SplittableRandom;

/** Runs a test with many seeds; a failure names its seed, and {@code -Dvarve.seed=N} replays that one alone. */
final class Seeds {

    private static final String REPLAY = "varve.seed";

    private Seeds() {}

    /** A test body that draws its input from a generator. */
    interface Body {
        void run(SplittableRandom random);
    }

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

    /** Returns a finite double other than minus zero: short decimals, whole numbers, and any digits at any scale. */
    static double number(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(-1000, 1000);
            case 1 -> random.nextInt(-100_000, 100_000) / 100.0;
            case 2 -> random.nextDouble(-1, 1);
            default ->
                random.nextDouble(0.1, 10) * Math.pow(10, random.nextInt(-120, 120)) * (random.nextBoolean() ? 1 : -1);
        };
    }
}
