package dev.varve.block.internal.range;

import java.util.Arrays;

/** Binary symbols in contexts; the probability in each follows what came before. */
public final class AdaptiveBits {

    static final int BITS = 16;

    private static final int TOTAL = 1 << BITS;
    private static final int MARGIN = 32;

    /** The rate after the first symbols is 2^-5. */
    private static final int SLOWEST = 30;

    private static final int[] RATES = rates();

    private final int[] ones;
    private final byte[] seen;

    public AdaptiveBits(int contexts) {
        ones = new int[contexts];
        seen = new byte[contexts];
        Arrays.fill(ones, TOTAL / 2);
    }

    private static int[] rates() {
        int[] rates = new int[SLOWEST + 1];
        for (int i = 0; i <= SLOWEST; i++) {
            rates[i] = TOTAL / (i + 2);
        }
        return rates;
    }

    public void encode(int context, boolean bit, RangeEncoder out) {
        int one = ones[context];
        if (bit) {
            out.encode(0, one, BITS);
        } else {
            out.encode(one, TOTAL - one, BITS);
        }
        learn(context, bit);
    }

    public boolean decode(int context, RangeDecoder in) {
        boolean bit = in.decodeBit(ones[context], BITS);
        learn(context, bit);
        return bit;
    }

    private void learn(int context, boolean bit) {
        int one = ones[context];
        int rate = RATES[seen[context]];
        // Never certain: MARGIN stays for the other symbol.
        int goal = bit ? TOTAL - MARGIN : MARGIN;
        ones[context] = one + (int) ((long) (goal - one) * rate >> BITS);
        if (seen[context] < SLOWEST) {
            seen[context]++;
        }
    }
}
