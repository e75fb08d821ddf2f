package dev.varve.block.internal.number;

import dev.varve.block.internal.bytes.ByteWriter;
import dev.varve.block.internal.bytes.LongSink;
import java.util.Arrays;

/** Makes doubles of a sequence and collects them in an array. */
final class DoubleArray implements LongSink {

    private final NumberForm form;
    private final double[] values;
    private int next;

    DoubleArray(NumberForm form, int count) {
        this.form = form;
        this.values = new double[count];
    }

    @Override
    public void take(long[] numbers, int from, int count) {
        form.convert(numbers, from, count, values, next);
        next += count;
    }

    /** Most columns are differences of decimals: these are added up and divided in one pass. */
    @Override
    public long addUp(long[] differences, int count, long before) {
        if (!(form instanceof DecimalForm decimals) || decimals.rounding() != DecimalForm.Rounding.NONE) {
            return LongSink.super.addUp(differences, count, before);
        }
        double scale = decimals.scale();
        long last = before;
        for (int i = 0; i < count; i++) {
            last += ByteWriter.unzigzag(differences[i]);
            values[next + i] = Integers.toDouble(last) / scale;
        }
        next += count;
        return last;
    }

    @Override
    public void repeat(long number, int count) {
        if (count > 0) {
            form.convert(new long[] {number}, 0, 1, values, next);
            Arrays.fill(values, next, next + count, values[next]);
            next += count;
        }
    }

    /** Returns the array itself. */
    double[] values() {
        return values;
    }
}
