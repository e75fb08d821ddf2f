package dev.varve.block.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Clocks that lie close to a grid: a step, how many steps each clock lies after its predecessor, and how far it is from its
 * place on the grid.
 */
final class TimeGrid {

    /** Steps are tried rounded to powers of ten up to this one. */
    private static final int MAX_ZEROS = 10;

    /** The longest span of a grid: far from an overflow. */
    private static final long LONGEST = Long.MAX_VALUE / 4;

    private final long step;
    private final long[] moves;
    private final long[] distances;

    private TimeGrid(long step, long[] moves, long[] distances) {
        this.step = step;
        this.moves = moves;
        this.distances = distances;
    }

    long step() {
        return step;
    }

    long[] moves() {
        return moves;
    }

    long[] distances() {
        return distances;
    }

    /** Returns the grid that the clocks are closest to, or null if there is none. */
    static @Nullable TimeGrid of(long[] times, long[] differences) {
        long[] sorted = differences.clone();
        Arrays.sort(sorted);
        long median = sorted[sorted.length / 2];
        long last = times[times.length - 1] - times[0];
        // Clocks that go backwards or span centuries of nanoseconds are none.
        if (sorted[0] < 0 || median <= 1 || last < 0 || last > LONGEST || sorted[sorted.length - 1] > LONGEST) {
            return null;
        }
        TimeGrid best = on(times, median);
        long places = 0;
        for (long move : best.moves) {
            places += move;
        }
        if (places > 0) {
            long span = times[times.length - 1] - times[0];
            best = closer(best, on(times, Math.max(1, (span + places / 2) / places)));
        }
        long unit = 10;
        for (int zeros = 1; zeros <= MAX_ZEROS && unit <= median; zeros++) {
            long rounded = (median + unit / 2) / unit * unit;
            if (Math.abs(rounded - median) <= median / 50) {
                best = closer(best, on(times, rounded));
            }
            unit *= 10;
        }
        return best;
    }

    private static TimeGrid on(long[] times, long step) {
        long[] moves = new long[times.length - 1];
        long[] distances = new long[times.length - 1];
        long before = 0;
        for (int i = 1; i < times.length; i++) {
            long offset = times[i] - times[0];
            long place = (offset + step / 2) / step;
            moves[i - 1] = place - before;
            distances[i - 1] = offset - place * step;
            before = place;
        }
        return new TimeGrid(step, moves, distances);
    }

    private static TimeGrid closer(TimeGrid one, TimeGrid other) {
        return other.spread() < one.spread() ? other : one;
    }

    /** Returns the mean distance of clocks from their own mean, plus that of the moves in steps. */
    private double spread() {
        double sum = 0;
        for (long distance : distances) {
            sum += distance;
        }
        double mean = sum / distances.length;
        double spread = 0;
        for (long distance : distances) {
            spread += Math.abs(distance - mean);
        }
        return spread;
    }
}
