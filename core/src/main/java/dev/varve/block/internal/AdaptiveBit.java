package dev.varve.block.internal;

/** One binary symbol whose probability follows what came before. */
final class AdaptiveBit {

    private static final int BITS = 16;
    private static final int TOTAL = 1 << BITS;
    private static final int MARGIN = 64;
    private static final int SLOWEST = 32;

    private int ones = TOTAL / 2;
    private int seen = 1;

    void encode(RangeEncoder out, boolean bit) {
        if (bit) {
            out.encode(0, ones, BITS);
        } else {
            out.encode(ones, TOTAL - ones, BITS);
        }
        learn(bit);
    }

    boolean decode(RangeDecoder in) {
        boolean bit = in.peek(BITS) < ones;
        in.consume(bit ? 0 : ones, bit ? ones : TOTAL - ones);
        learn(bit);
        return bit;
    }

    private void learn(boolean bit) {
        seen = Math.min(seen + 1, SLOWEST);
        ones += ((bit ? TOTAL : 0) - ones) / (seen + 1);
        ones = Math.max(MARGIN, Math.min(TOTAL - MARGIN, ones));
    }
}
