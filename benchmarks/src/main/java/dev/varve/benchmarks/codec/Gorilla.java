package dev.varve.benchmarks.codec;

/** The codec of Facebook's Gorilla (VLDB 2015), written plainly: XOR of doubles, differences of differences of clocks. */
final class Gorilla {

    private Gorilla() {}

    static byte[] encode(double[] values) {
        BitOutput out = new BitOutput();
        long previous = Double.doubleToRawLongBits(values[0]);
        out.write(previous, 64);
        int leading = -1;
        int trailing = 0;
        for (int i = 1; i < values.length; i++) {
            long bits = Double.doubleToRawLongBits(values[i]);
            long xor = bits ^ previous;
            previous = bits;
            if (xor == 0) {
                out.write(0, 1);
                continue;
            }
            int zeros = Math.min(31, Long.numberOfLeadingZeros(xor));
            int last = Long.numberOfTrailingZeros(xor);
            if (leading >= 0 && zeros >= leading && last >= trailing) {
                out.write(0b10, 2);
                out.write(xor >>> trailing, 64 - leading - trailing);
            } else {
                leading = zeros;
                trailing = last;
                int length = 64 - leading - trailing;
                out.write(0b11, 2);
                out.write(leading, 5);
                out.write(length - 1, 6);
                out.write(xor >>> trailing, length);
            }
        }
        return out.finish();
    }

    static double[] decode(byte[] bytes, int count) {
        BitInput in = new BitInput(bytes);
        double[] values = new double[count];
        long previous = in.read(64);
        values[0] = Double.longBitsToDouble(previous);
        int length = 0;
        int trailing = 0;
        for (int i = 1; i < count; i++) {
            if (in.read(1) == 1) {
                if (in.read(1) == 1) {
                    int leading = (int) in.read(5);
                    length = (int) in.read(6) + 1;
                    trailing = 64 - leading - length;
                }
                previous ^= in.read(length) << trailing;
            }
            values[i] = Double.longBitsToDouble(previous);
        }
        return values;
    }

    /** Writes clocks; differences of differences take 1, 9, 12, 16 or 68 bits. */
    static byte[] encodeTimes(long[] times) {
        BitOutput out = new BitOutput();
        out.write(times[0], 64);
        long delta = 0;
        for (int i = 1; i < times.length; i++) {
            long next = times[i] - times[i - 1];
            long change = next - delta;
            delta = next;
            if (change == 0) {
                out.write(0, 1);
            } else if (change >= -63 && change <= 64) {
                out.write(0b10, 2);
                out.write(change + 63, 7);
            } else if (change >= -255 && change <= 256) {
                out.write(0b110, 3);
                out.write(change + 255, 9);
            } else if (change >= -2047 && change <= 2048) {
                out.write(0b1110, 4);
                out.write(change + 2047, 12);
            } else {
                out.write(0b1111, 4);
                out.write(change, 64);
            }
        }
        return out.finish();
    }
}
