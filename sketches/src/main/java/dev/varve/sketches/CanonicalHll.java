package dev.varve.sketches;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.datasketches.hll.HllSketch;

/**
 * Writes an HLL sketch so that its bytes are a function of the set of values, whatever their order.
 *
 * <p>As the library writes them, they also tell the order: in the place of coupons and exceptions, which is free, and in an
 * estimate that is kept while values arrive (HIP). That one is given up. It is lost at the first merge anyway, and what a
 * row says would depend on how it came about.
 */
final class CanonicalHll {

    /** Places in the library's format, serial version 1. */
    private static final int FLAGS = 5;

    private static final int MODE = 7;
    private static final int LIST_COUPONS = 8;
    private static final int HIP = 8;
    private static final int SET_COUPONS = 12;
    private static final int REGISTERS = 40;

    private static final int MODE_MASK = 3;
    private static final int OUT_OF_ORDER = 16;

    private CanonicalHll() {}

    static byte[] write(HllSketch sketch) {
        // Read once more, as tables that have grown while values arrived are as small as they can be then.
        byte[] bytes = HllSketch.heapify(sketch.toCompactByteArray()).toCompactByteArray();
        switch (bytes[MODE] & MODE_MASK) {
            case 0 -> sort(bytes, LIST_COUPONS);
            case 1 -> sort(bytes, SET_COUPONS);
            default -> {
                bytes[FLAGS] |= OUT_OF_ORDER;
                ByteBuffer.wrap(bytes).putDouble(HIP, 0);
                sort(bytes, REGISTERS + (1 << sketch.getLgConfigK()) / 2);
            }
        }
        return bytes;
    }

    private static void sort(byte[] bytes, int from) {
        var words = ByteBuffer.wrap(bytes, from, bytes.length - from)
                .slice()
                .order(ByteOrder.nativeOrder())
                .asIntBuffer();
        int[] sorted = new int[words.remaining()];
        words.duplicate().get(sorted);
        Arrays.sort(sorted);
        words.put(sorted);
    }
}
