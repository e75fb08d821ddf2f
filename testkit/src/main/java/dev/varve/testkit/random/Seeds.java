package dev.varve.testkit.random;

/** Runs a random test with several seeds. A failure names its seed, and {@code -Dvarve.seed=…} runs only that one. */
public final class Seeds {

    /** The system property for the only seed to run. */
    public static final String PROPERTY = "varve.seed";

    /** A test whose randomness comes from a seed. */
    @FunctionalInterface
    public interface SeededTest {
        void run(long seed) throws Exception;
    }

    private Seeds() {}

    /** Runs the test with seeds 1 to {@code count}, or only with the seed of the system property. */
    public static void run(int count, SeededTest test) {
        Long requested = Long.getLong(PROPERTY);
        if (requested != null) {
            runOne(requested, test);
            return;
        }
        for (long seed = 1; seed <= count; seed++) {
            runOne(seed, test);
        }
    }

    private static void runOne(long seed, SeededTest test) {
        try {
            test.run(seed);
        } catch (Exception | AssertionError e) {
            throw new AssertionError(
                    "seed %d failed; replay it alone with -D%s=%d%n%s".formatted(seed, PROPERTY, seed, e), e);
        }
    }
}
