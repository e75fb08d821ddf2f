package dev.varve.block.internal.model;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.range.RangeDecoder;
import dev.varve.block.internal.range.RangeEncoder;
import java.util.Arrays;

/**
 * Codes a sequence of longs densely: the first value, the greatest common divisor of all differences, and each further value by
 * the probabilities of a {@link ValueModel}.
 */
public final class DenseLongs {

    /** Scales are 1 or 1.5 times a power of two, from 2^-6 on. */
    private static final int SCALE_BITS = 7;

    private static final int LOWEST_SCALE = -6;
    private static final int MEMORY_BITS = 2;

    /** What is said of the divisor: it is 1; there is none, all values are the same; it follows. */
    private static final int DIVISOR_BITS = 2;

    private static final int ONE = 0;
    private static final int CONSTANT = 1;
    private static final int NUMBER = 2;

    private DenseLongs() {}

    /** Returns whether all values lie close enough to the first one. */
    public static boolean fits(long[] values) {
        for (long value : values) {
            long distance = value - values[0];
            boolean overflows = ((value ^ values[0]) & (value ^ distance)) < 0;
            if (overflows || distance >= ValueModel.LARGEST || distance <= -ValueModel.LARGEST) {
                return false;
            }
        }
        return true;
    }

    public static void encode(long[] values, RangeEncoder out) {
        if (values.length == 0) {
            return;
        }
        long first = values[0];
        out.encodeBits(first < 0 ? 1 : 0, 1);
        out.encodeNumber(first < 0 ? ~first : first);
        long divisor = divisor(values);
        out.encodeBits(divisor == 1 ? ONE : divisor == 0 ? CONSTANT : NUMBER, DIVISOR_BITS);
        if (divisor == 0) {
            return;
        }
        if (divisor != 1) {
            out.encodeNumber(divisor);
        }
        int scale = scaleOf(values, divisor);
        ValueModel.Memory memory = Repetition.memory(values);
        out.encodeBits(scale, SCALE_BITS);
        out.encodeBits(code(memory), MEMORY_BITS);
        ValueWriter writer = new ValueWriter(new ValueModel(scale(scale), memory), out);
        for (int i = 1; i < values.length; i++) {
            writer.write((values[i] - first) / divisor);
        }
    }

    public static long[] decode(int count, RangeDecoder in) {
        long[] values = new long[count];
        if (count == 0) {
            return values;
        }
        boolean isNegative = in.decodeBits(1) == 1;
        long magnitude = in.decodeNumber();
        if (magnitude < 0) {
            throw ByteReader.corrupt("the first value of a column has more than 64 bits");
        }
        long first = isNegative ? ~magnitude : magnitude;
        int kind = (int) in.decodeBits(DIVISOR_BITS);
        if (kind == CONSTANT) {
            Arrays.fill(values, first);
            return values;
        }
        if (kind > NUMBER) {
            throw ByteReader.corrupt("the divisor of a column is of an unknown kind");
        }
        long divisor = kind == ONE ? 1 : in.decodeNumber();
        int scale = (int) in.decodeBits(SCALE_BITS);
        ValueModel.Memory memory = memory((int) in.decodeBits(MEMORY_BITS));
        ValueReader reader = new ValueReader(new ValueModel(scale(scale), memory), in);
        values[0] = first;
        for (int i = 1; i < count; i++) {
            // A crafted divisor may wrap around: the result is some long, as with any other bytes.
            values[i] = first + reader.read() * divisor;
        }
        return values;
    }

    private static int code(ValueModel.Memory memory) {
        return switch (memory) {
            case NONE -> 0;
            case FOLLOWERS -> 1;
            case FAVOURITES -> 2;
        };
    }

    private static ValueModel.Memory memory(int code) {
        return switch (code) {
            case 0 -> ValueModel.Memory.NONE;
            case 1 -> ValueModel.Memory.FOLLOWERS;
            case 2 -> ValueModel.Memory.FAVOURITES;
            default -> throw ByteReader.corrupt("memory %s is unknown".formatted(code));
        };
    }

    private static long divisor(long[] values) {
        long divisor = 0;
        for (int i = 1; i < values.length && divisor != 1; i++) {
            long rest = Math.abs(values[i] - values[i - 1]);
            while (rest != 0) {
                long next = divisor % rest;
                divisor = rest;
                rest = next;
            }
        }
        return divisor;
    }

    private static int scaleOf(long[] values, long divisor) {
        double sum = 0;
        for (int i = 1; i < values.length; i++) {
            sum += Math.abs((double) (values[i] - values[i - 1]) / divisor);
        }
        double mean = sum / (values.length - 1);
        int scale = 0;
        while (scale < (1 << SCALE_BITS) - 1 && scale(scale) < mean * 0.85) {
            scale++;
        }
        return scale;
    }

    private static double scale(int index) {
        return Math.scalb((index & 1) == 0 ? 1.0 : 1.5, (index >> 1) + LOWEST_SCALE);
    }
}
