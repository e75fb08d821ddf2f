package dev.varve.block.internal;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.stream.ColumnReader;
import dev.varve.block.internal.stream.ColumnWriter;
import dev.varve.block.internal.stream.Effort;
import java.util.Arrays;

/**
 * Codes the clocks of a block, whose first and last are known: regular ones take nothing, others are differences, or places on
 * a grid and distances from it.
 */
final class TimeValues {

    private static final int KIND_BITS = 2;
    private static final int DIFFERENCES = 1;
    private static final int GRID = 2;

    private TimeValues() {}

    /** Writes clocks; regular ones need no bytes. */
    static byte[] encode(long[] times, Effort effort) {
        if (isRegular(times)) {
            return new byte[0];
        }
        long[] differences = differences(times);
        TimeGrid grid = TimeGrid.of(times, differences);
        byte[] plain = plain(differences, effort);
        if (grid == null) {
            return plain;
        }
        byte[] gridded = gridded(grid, effort);
        return gridded.length < plain.length ? gridded : plain;
    }

    private static boolean isRegular(long[] times) {
        for (int i = 2; i < times.length; i++) {
            if (times[i] - times[i - 1] != times[1] - times[0]) {
                return false;
            }
        }
        long step = times.length < 2 ? 0 : times[1] - times[0];
        // The step is computed from both ends, which must not overflow.
        return Math.abs(step) < Long.MAX_VALUE / Block.MAX_EVENTS;
    }

    private static byte[] plain(long[] differences, Effort effort) {
        ColumnWriter out = effort.writer();
        out.small(DIFFERENCES, KIND_BITS);
        // The last difference follows from the last clock.
        out.longs(Arrays.copyOf(differences, differences.length - 1));
        return out.finish();
    }

    private static byte[] gridded(TimeGrid grid, Effort effort) {
        ColumnWriter out = effort.writer();
        out.small(GRID, KIND_BITS);
        out.number(grid.step());
        out.longs(grid.moves());
        out.longs(grid.distances());
        return out.finish();
    }

    private static long[] differences(long[] times) {
        long[] differences = new long[times.length - 1];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = times[i + 1] - times[i];
        }
        return differences;
    }

    /** Returns clocks that are equally far from each other. */
    static long[] regular(int count, long first, long last) {
        long span = last - first;
        long step = count < 2 ? 0 : span / (count - 1);
        if (step * Math.max(1, count - 1) != span) {
            throw ByteReader.corrupt("a span of %s has no %s regular steps".formatted(span, count - 1));
        }
        long[] times = new long[count];
        for (int i = 0; i < count; i++) {
            times[i] = first + i * step;
        }
        return times;
    }

    static long[] decode(int count, long first, long last, ColumnReader in) {
        if (count < 2) {
            throw ByteReader.corrupt("differences of a single clock");
        }
        long[] times = new long[count];
        times[0] = first;
        switch (in.small(KIND_BITS)) {
            case DIFFERENCES -> {
                long[] differences = in.longs(count - 2);
                for (int i = 0; i < differences.length; i++) {
                    times[i + 1] = times[i] + differences[i];
                }
                times[count - 1] = last;
            }
            case GRID -> {
                long step = in.number();
                long[] moves = in.longs(count - 1);
                long[] distances = in.longs(count - 1);
                long place = first;
                for (int i = 1; i < count; i++) {
                    place += moves[i - 1] * step;
                    times[i] = place + distances[i - 1];
                }
            }
            default -> throw ByteReader.corrupt("clocks are of an unknown kind");
        }
        if (times[count - 1] != last) {
            throw ByteReader.corrupt("the last clock is %s, not %s".formatted(times[count - 1], last));
        }
        in.requireEnd();
        return times;
    }
}
