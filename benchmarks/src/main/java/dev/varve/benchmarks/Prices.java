package dev.varve.benchmarks;

import dev.varve.table.Capacity;

/** On-demand prices of DynamoDB in us-east-1 since November 2024, in dollars. */
public final class Prices {

    /** DynamoDB bills this many bytes of overhead for each item. */
    public static final long BYTES_PER_ITEM = 100;

    private static final double PER_MILLION_WRITES = 0.625;
    private static final double PER_MILLION_READS = 0.125;
    private static final double PER_GB_MONTH = 0.25;

    private Prices() {}

    public static double requests(Capacity.Units units) {
        return units.write() / 1e6 * PER_MILLION_WRITES + units.read() / 1e6 * PER_MILLION_READS;
    }

    /** Returns the price of keeping bytes for a month. */
    public static double storage(double bytes) {
        return bytes / 1e9 * PER_GB_MONTH;
    }
}
