package dev.varve.testkit.model;

/**
 * How many random walks run, and how much they compare.
 *
 * @param seeds the number of walks per contract
 * @param operations the number of operations per walk
 * @param checkEvery everything is compared after this many operations
 * @param pagedSizes the number of page sizes that each paged history is read with
 */
public record Thoroughness(int seeds, int operations, int checkEvery, int pagedSizes) {

    /** Everything after every operation, and every page size. */
    public static final Thoroughness FULL = new Thoroughness(6, 40, 1, Integer.MAX_VALUE);

    /** Samples, for engines with slow requests. */
    public static final Thoroughness SAMPLES = new Thoroughness(2, 20, 10, 2);

    /**
     * Returns a copy with the seeds and operations of {@code -Dvarve.model.seeds} and {@code -Dvarve.model.operations},
     * if set.
     */
    public Thoroughness fromProperties() {
        return new Thoroughness(
                Integer.getInteger("varve.model.seeds", seeds),
                Integer.getInteger("varve.model.operations", operations),
                checkEvery,
                pagedSizes);
    }
}
