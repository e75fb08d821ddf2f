package dev.varve.item;

import java.util.random.RandomGenerator;

/** Draws doubles for random tests. */
final class Doubles {

    private Doubles() {}

    /** Returns a finite double other than minus zero: short decimals, whole numbers, and any digits at any scale. */
    static double number(RandomGenerator random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(-1000, 1000);
            case 1 -> random.nextInt(-100_000, 100_000) / 100.0;
            case 2 -> random.nextDouble(-1, 1);
            default ->
                random.nextDouble(0.1, 10) * Math.pow(10, random.nextInt(-120, 120)) * (random.nextBoolean() ? 1 : -1);
        };
    }
}
