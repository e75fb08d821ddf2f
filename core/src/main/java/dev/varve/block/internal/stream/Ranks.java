package dev.varve.block.internal.stream;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.model.DenseLongs;
import dev.varve.block.internal.model.Repetition;
import dev.varve.block.internal.range.RangeDecoder;
import dev.varve.block.internal.range.RangeEncoder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A sequence of few different values: the values in order of size, and for each place the rank of its value. */
final class Ranks {

    /** Each different value must come this often on average: otherwise the list of values costs more than it saves. */
    private static final int USES = 2;

    private static final int MAX_VALUES = 1 << 12;

    /** With fewer bits in the differences of neighbours, or fewer times as many values as ranks, ranks save nothing. */
    private static final int DIFFERENCE = 4;

    private final long[] values;
    private final long[] ranks;

    private Ranks(long[] values, long[] ranks) {
        this.values = values;
        this.ranks = ranks;
    }

    /** Returns the ranks of a sequence, or null if they are of no use. */
    static @Nullable Ranks of(long[] sequence) {
        if (sequence.length < USES || PackedLongs.bits(sequence) < (double) DIFFERENCE * sequence.length) {
            return null;
        }
        long[] distinct = Repetition.distinct(sequence);
        int size = distinct.length;
        if (size < 2
                || size > MAX_VALUES
                || (long) size * USES > sequence.length
                || distinct[size - 1] - distinct[0] < (long) DIFFERENCE * size) {
            return null;
        }
        long[] ranks = new long[sequence.length];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = Arrays.binarySearch(distinct, sequence[i]);
        }
        return new Ranks(distinct, ranks);
    }

    int length() {
        RangeEncoder trial = new RangeEncoder();
        encode(trial);
        return trial.finish().length;
    }

    void encode(RangeEncoder out) {
        out.encodeNumber(values.length);
        DenseLongs.encode(values, out);
        DenseLongs.encode(ranks, out);
    }

    static long[] decode(int count, RangeDecoder in) {
        long size = in.decodeNumber();
        if (size < 0 || size > Math.min(count, MAX_VALUES)) {
            throw ByteReader.corrupt("%s different values in a column of %s".formatted(size, count));
        }
        long[] distinct = DenseLongs.decode((int) size, in);
        long[] sequence = DenseLongs.decode(count, in);
        for (int i = 0; i < count; i++) {
            if (sequence[i] < 0 || sequence[i] >= size) {
                throw ByteReader.corrupt("rank %s of %s values".formatted(sequence[i], size));
            }
            sequence[i] = distinct[(int) sequence[i]];
        }
        return sequence;
    }
}
