package dev.varve.sketches;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.datasketches.hll.HllSketch;

/**
 * Writes an HLL sketch so that its bytes depend only on the set of values, not on their order.
 *
 * <p>The bytes that the library writes depend on the order: coupons and exceptions have no fixed order, and the HIP
 * estimate changes with each arriving value. This class sorts the former and drops the latter. The first merge would lose
 * the HIP estimate anyway, and rows of the same events must be equal.
 */
final class CanonicalHll {

    /** Offsets in the library's format, serial version 1. */
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
        // Reading the sketch again shrinks tables that grew while values arrived.
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
