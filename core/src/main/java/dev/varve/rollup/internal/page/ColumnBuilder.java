package dev.varve.rollup.internal.page;

import dev.varve.block.internal.bytes.ByteWriter;
import dev.varve.block.internal.stream.PackedLongs;
import dev.varve.item.Num;
import dev.varve.item.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects and writes the values of one attribute: as numbers of one scale if possible, otherwise as values of any type. */
final class ColumnBuilder {

    private static final long[] POWERS = new long[19];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = POWERS[i - 1] * 10;
        }
    }

    private final boolean[] has;
    private final long[] unscaled;
    private int count;
    private int scale;
    // Null while all values are numbers of one scale.
    private Value @Nullable [] values;

    ColumnBuilder(int rows) {
        has = new boolean[rows];
        unscaled = new long[rows];
    }

    int count() {
        return count;
    }

    void add(int row, Value value) {
        if (value instanceof Num number && values == null) {
            BigInteger digits = number.value().unscaledValue();
            if (digits.bitLength() < Long.SIZE - 1) {
                add(row, digits.longValue(), number.value().scale());
                return;
            }
        }
        general()[row] = value;
        note(row);
    }

    /** Adds the number {@code digits × 10^-digitScale}. */
    void add(int row, long digits, int digitScale) {
        if (values != null || !fit(row, digits, digitScale)) {
            general()[row] = ValueBytes.number(BigDecimal.valueOf(digits, digitScale));
        }
        note(row);
    }

    /** Adds the first rows as long as they have the same places as before; returns how many. */
    int addAll(PageColumn.Numbers before, int[] places, int size) {
        int same = 0;
        while (same < size && places[same] == same) {
            same++;
        }
        System.arraycopy(before.unscaled(), 0, unscaled, 0, same);
        Arrays.fill(has, 0, same, true);
        scale = before.scale();
        count = same;
        for (int i = 0; i < same; i++) {
            if (unscaled[i] == Long.MIN_VALUE) {
                count = 0;
                return 0;
            }
        }
        return same;
    }

    private void note(int row) {
        has[row] = true;
        count++;
    }

    private boolean fit(int row, long digits, int digitScale) {
        if (count == 0) {
            scale = digitScale;
        }
        int more = scale - digitScale;
        if (more == 0 || digits == 0) {
            unscaled[row] = digits;
            // The least long has no magnitude.
            return digits != Long.MIN_VALUE;
        }
        if (more > 0) {
            unscaled[row] = more < POWERS.length ? digits * POWERS[more] : 0;
            return more < POWERS.length && Math.abs(digits) <= Long.MAX_VALUE / POWERS[more];
        }
        return rescale(digitScale) && fit(row, digits, digitScale);
    }

    /** Gives all numbers so far a greater scale; returns false if they have no room for it. */
    private boolean rescale(int greater) {
        int more = greater - scale;
        long most = 0;
        for (int i = 0; i < has.length; i++) {
            most = has[i] ? Math.max(most, Math.abs(unscaled[i])) : most;
        }
        if (most != 0 && (more >= POWERS.length || most > Long.MAX_VALUE / POWERS[more])) {
            return false;
        }
        for (int i = 0; i < has.length && most != 0; i++) {
            unscaled[i] *= POWERS[more];
        }
        scale = greater;
        return true;
    }

    private Value[] general() {
        Value[] known = values;
        if (known == null) {
            known = new Value[has.length];
            for (int i = 0; i < has.length; i++) {
                if (has[i]) {
                    known[i] = ValueBytes.number(BigDecimal.valueOf(unscaled[i], scale));
                }
            }
            values = known;
        }
        return known;
    }

    /** Returns the kind of the column. */
    int kind() {
        return (values == null ? PageColumn.NUMBERS : PageColumn.VALUES)
                | (count == has.length ? 0 : PageColumn.HAS_GAPS);
    }

    void write(ByteWriter out, TextTable texts) {
        if (count < has.length) {
            writeGaps(out);
        }
        Value[] general = values;
        if (general != null) {
            writeValues(general, out, texts);
            return;
        }
        out.writeSigned(scale);
        long[] present = unscaled;
        if (count < has.length) {
            present = new long[count];
            for (int i = 0, next = 0; i < has.length; i++) {
                if (has[i]) {
                    present[next++] = unscaled[i];
                }
            }
        }
        PackedLongs.encode(present, out);
    }

    private void writeGaps(ByteWriter out) {
        for (int row = 0; row < has.length; row += Byte.SIZE) {
            int bits = 0;
            for (int i = row; i < Math.min(has.length, row + Byte.SIZE); i++) {
                bits |= (has[i] ? 1 : 0) << (i - row);
            }
            out.writeByte(bits);
        }
    }

    private void writeValues(Value[] general, ByteWriter out, TextTable texts) {
        Map<Value, Integer> different = new LinkedHashMap<>();
        long[] numbers = new long[count];
        int next = 0;
        for (int i = 0; i < has.length; i++) {
            if (has[i]) {
                Integer known = different.putIfAbsent(general[i], different.size());
                numbers[next++] = known == null ? different.size() - 1 : known;
            }
        }
        out.writeUnsigned(different.size());
        different.keySet().forEach(value -> ValueBytes.write(value, out, texts));
        if (different.size() > 1) {
            PackedLongs.encode(Arrays.copyOf(numbers, next), out);
        }
    }
}
