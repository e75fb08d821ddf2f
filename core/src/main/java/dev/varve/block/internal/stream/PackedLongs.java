package dev.varve.block.internal.stream;

import dev.varve.block.internal.bytes.BitGroups;
import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.bytes.ByteWriter;
import dev.varve.block.internal.bytes.LongArray;
import dev.varve.block.internal.bytes.LongSink;

/**
 * Codes a sequence of longs fast: differences to the least value or to the predecessor, divided by their common divisor, packed
 * into the bits that most of a group of 64 need; the few larger ones are patched.
 */
public final class PackedLongs {

    /** The order of differences: 0 to the least value, 1 to the predecessor. */
    private static final int FRAME = 0;

    private static final int DELTA = 1;
    private static final int CONSTANT = 2;

    private PackedLongs() {}

    public static void encode(long[] values, ByteWriter out) {
        if (values.length == 0) {
            return;
        }
        long first = values[0];
        long least = first;
        long most = first;
        long[] differences = new long[values.length - 1];
        long bits = 0;
        long before = first;
        for (int i = 0; i < differences.length; i++) {
            long next = values[i + 1];
            least = Math.min(least, next);
            most = Math.max(most, next);
            long difference = ByteWriter.zigzag(next - before);
            before = next;
            differences[i] = difference;
            bits += Long.SIZE - Long.numberOfLeadingZeros(difference);
        }
        if (bits == 0) {
            out.writeByte(CONSTANT);
            out.writeSigned(first);
            return;
        }
        int frame = Long.SIZE - Long.numberOfLeadingZeros(most - least);
        // A packed group takes about a bit more for each value than the mean of its lengths.
        boolean isFrame = (long) frame * values.length <= bits + differences.length;
        long divisor = divisor(differences);
        out.writeByte(isFrame ? FRAME : DELTA);
        out.writeSigned(isFrame ? least : first);
        out.writeUnsigned(divisor);
        if (isFrame) {
            BitGroups.pack(offsets(values, least, divisor), out);
        } else {
            divide(differences, divisor);
            BitGroups.pack(differences, out);
        }
    }

    private static long[] offsets(long[] values, long least, long divisor) {
        long[] offsets = new long[values.length];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = values[i] - least;
        }
        if (divisor != 1) {
            for (int i = 0; i < offsets.length; i++) {
                offsets[i] = Long.divideUnsigned(offsets[i], divisor);
            }
        }
        return offsets;
    }

    private static void divide(long[] differences, long divisor) {
        if (divisor != 1) {
            for (int i = 0; i < differences.length; i++) {
                differences[i] = ByteWriter.zigzag(ByteWriter.unzigzag(differences[i]) / divisor);
            }
        }
    }

    /** Returns the greatest common divisor of zigzagged differences; 1 if one of them is too large. */
    private static long divisor(long[] differences) {
        long divisor = 0;
        for (int i = 0; i < differences.length && divisor != 1; i++) {
            long rest = Math.abs(ByteWriter.unzigzag(differences[i]));
            if (rest < 0 || rest > Long.MAX_VALUE / 4) {
                return 1;
            }
            // Most often the divisor stays: one division.
            rest = divisor == 0 ? rest : rest % divisor;
            while (rest != 0) {
                long next = divisor % rest;
                divisor = rest;
                rest = next;
            }
        }
        return divisor;
    }

    /** Decodes a sequence to an array. */
    public static long[] decode(int count, ByteReader in) {
        LongArray array = new LongArray(count);
        decode(count, in, array);
        return array.values();
    }

    static void decode(int count, ByteReader in, LongSink sink) {
        if (count == 0) {
            return;
        }
        int order = in.readByte();
        long first = in.readSigned();
        switch (order) {
            case CONSTANT -> sink.repeat(first, count);
            case FRAME -> frame(count, first, in, sink);
            case DELTA -> delta(count, first, in, sink);
            default -> throw ByteReader.corrupt("a sequence is of an unknown kind");
        }
    }

    private static void frame(int count, long least, ByteReader in, LongSink sink) {
        long divisor = in.readUnsigned();
        long[] group = BitGroups.group(count);
        for (int done = 0; done < count; done += BitGroups.GROUP) {
            int size = Math.min(BitGroups.GROUP, count - done);
            BitGroups.unpack(group, size, in);
            if (divisor == 1) {
                for (int i = 0; i < size; i++) {
                    group[i] += least;
                }
            } else {
                for (int i = 0; i < size; i++) {
                    group[i] = least + group[i] * divisor;
                }
            }
            sink.take(group, 0, size);
        }
    }

    private static void delta(int count, long first, ByteReader in, LongSink sink) {
        long divisor = in.readUnsigned();
        long[] group = BitGroups.group(count);
        sink.repeat(first, 1);
        long last = first;
        for (int done = 1; done < count; done += BitGroups.GROUP) {
            int size = Math.min(BitGroups.GROUP, count - done);
            BitGroups.unpack(group, size, in);
            if (divisor != 1) {
                multiply(group, size, divisor);
            }
            last = sink.addUp(group, size, last);
        }
    }

    private static void multiply(long[] differences, int count, long factor) {
        for (int i = 0; i < count; i++) {
            differences[i] = ByteWriter.zigzag(ByteWriter.unzigzag(differences[i]) * factor);
        }
    }

    /** Returns about how many bits the differences of a sequence take. */
    public static long bits(long[] values) {
        long bits = 0;
        for (int i = 1; i < values.length; i++) {
            bits += 64 - Long.numberOfLeadingZeros(Math.abs(values[i] - values[i - 1]));
        }
        return bits;
    }
}
