package dev.varve.benchmarks.codec;

import java.util.Arrays;

/** The size of a column in Chimp128 (VLDB 2022): XOR with one of the last 128 values, chosen by its lowest 14 bits. */
final class Chimp {

    private static final int WINDOW = 128;
    private static final int WINDOW_BITS = 7;
    private static final int KEY_BITS = 14;

    /** Fewer zeros at the end do not pay for the index of the value. */
    private static final int THRESHOLD = 6 + WINDOW_BITS;

    private Chimp() {}

    static int bytes(double[] values) {
        int[] latest = new int[1 << KEY_BITS];
        Arrays.fill(latest, -WINDOW - 1);
        long[] window = new long[WINDOW];
        long bits = Long.SIZE;
        window[0] = Double.doubleToRawLongBits(values[0]);
        latest[key(window[0])] = 0;
        int stored = Integer.MAX_VALUE;
        for (int i = 1; i < values.length; i++) {
            long value = Double.doubleToRawLongBits(values[i]);
            int candidate = latest[key(value)];
            long xor = value ^ window[(i - 1) % WINDOW];
            boolean isOld = false;
            if (i - candidate <= WINDOW && i - candidate > 0) {
                long other = value ^ window[candidate % WINDOW];
                if (Long.numberOfTrailingZeros(other) > THRESHOLD) {
                    xor = other;
                    isOld = true;
                }
            }
            if (isOld && xor == 0) {
                bits += 2 + WINDOW_BITS;
                stored = Integer.MAX_VALUE;
            } else if (isOld) {
                int leading = rounded(Long.numberOfLeadingZeros(xor));
                bits += 2 + WINDOW_BITS + 3 + 6 + Long.SIZE - leading - Long.numberOfTrailingZeros(xor);
                stored = Integer.MAX_VALUE;
            } else {
                int leading = rounded(Long.numberOfLeadingZeros(xor));
                bits += 2 + Long.SIZE - leading + (leading == stored ? 0 : 3);
                stored = leading;
            }
            window[i % WINDOW] = value;
            latest[key(value)] = i;
        }
        return (int) ((bits + 7) / 8);
    }

    private static int key(long value) {
        return (int) value & ((1 << KEY_BITS) - 1);
    }

    /** Leading zeros are written in 3 bits. */
    private static int rounded(int zeros) {
        return zeros >= 24 ? 24 : zeros >= 22 ? 22 : zeros >= 20 ? 20 : zeros >= 18 ? 18 : zeros / 4 * 4;
    }
}
