package dev.varve.testkit.model;

/**
 * How much random walks do, and look at.
 *
 * @param seeds how many walks a contract makes
 * @param operations how many operations each of them has
 * @param checkEvery everything is compared after each so-manieth operation
 * @param pagedSizes how many page sizes each paged history is read with
 */
public record Thoroughness(int seeds, int operations, int checkEvery, int pagedSizes) {

    /** Everything after every operation, and every page size. */
    public static final Thoroughness FULL = new Thoroughness(6, 40, 1, Integer.MAX_VALUE);

    /** Samples: for engines whose requests take their time. */
    public static final Thoroughness SAMPLES = new Thoroughness(2, 20, 10, 2);

    /** Returns the same, with the seeds and operations that {@code -Dvarve.model.seeds} and {@code .operations} ask for. */
    public Thoroughness asAsked() {
        return new Thoroughness(
                Integer.getInteger("varve.model.seeds", seeds),
                Integer.getInteger("varve.model.operations", operations),
                checkEvery,
                pagedSizes);
    }
}
