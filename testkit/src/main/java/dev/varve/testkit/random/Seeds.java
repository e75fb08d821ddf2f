package dev.varve.testkit.random;

/**
 * Runs a random test with several seeds; a failure names its seed, and {@code -Dvarve.seed=…} runs that one alone.
 */
public final class Seeds {

    /** The system property that holds the one seed to run. */
    public static final String PROPERTY = "varve.seed";

    /** A test that draws all its chance from a seed. */
    @FunctionalInterface
    public interface SeededTest {
        void run(long seed) throws Exception;
    }

    private Seeds() {}

    /** Runs the test with seeds 1 to {@code count}, or with the one seed that was asked for. */
    public static void run(int count, SeededTest test) {
        Long asked = Long.getLong(PROPERTY);
        if (asked != null) {
            runOne(asked, test);
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
