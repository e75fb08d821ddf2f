package dev.varve.testkit.model;

/**
 * How much is looked at.
 *
 * @param checkEvery everything is compared after each so-manieth operation
 * @param pagedSizes how many page sizes each paged history is read with
 */
public record Thoroughness(int checkEvery, int pagedSizes) {

    /** Everything after every operation, and every page size. */
    public static final Thoroughness FULL = new Thoroughness(1, Integer.MAX_VALUE);

    /** Samples: for engines whose requests take their time. */
    public static final Thoroughness SAMPLES = new Thoroughness(10, 2);
}
