package dev.varve.block.internal.stream;

import dev.varve.block.internal.model.DenseLongs;
import dev.varve.block.internal.model.Repetition;
import dev.varve.block.internal.range.RangeEncoder;

/** Writes a column in the fewest bytes: everything is one arithmetic code. */
final class DenseWriter implements ColumnWriter {

    static final int KIND_BITS = 2;
    static final int MODELLED = 0;
    static final int RANKED = 1;
    static final int RAW = 2;

    private final RangeEncoder out = new RangeEncoder();

    @Override
    public Effort effort() {
        return Effort.DENSE;
    }

    @Override
    public void small(int value, int bits) {
        out.encodeBits(value, bits);
    }

    @Override
    public void number(long value) {
        out.encodeNumber(value);
    }

    @Override
    public void raw(long value) {
        out.encodeBits(value, Long.SIZE);
    }

    @Override
    public void longs(long[] values) {
        if (!DenseLongs.fits(values)) {
            small(RAW, KIND_BITS);
            for (long value : values) {
                raw(value);
            }
            return;
        }
        Ranks ranks = Repetition.isCommon(values) ? Ranks.of(values) : null;
        if (ranks != null && ranks.length() < length(values)) {
            small(RANKED, KIND_BITS);
            ranks.encode(out);
        } else {
            small(MODELLED, KIND_BITS);
            DenseLongs.encode(values, out);
        }
    }

    private static int length(long[] values) {
        RangeEncoder trial = new RangeEncoder();
        DenseLongs.encode(values, trial);
        return trial.finish().length;
    }

    @Override
    public byte[] finish() {
        return out.finish();
    }
}
