package dev.varve.block.internal;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.stream.ColumnReader;
import dev.varve.block.internal.stream.ColumnWriter;
import java.util.BitSet;

/** Which events of a block have a value in a column. */
public final class Presence {

    private final int size;
    private final int count;
    private final BitSet bits;

    private Presence(int size, BitSet bits) {
        this.size = size;
        this.bits = bits;
        this.count = bits.cardinality();
    }

    /** All of the events have a value. */
    public static Presence all(int size) {
        BitSet bits = new BitSet(size);
        bits.set(0, size);
        return new Presence(size, bits);
    }

    /** Those of the events have a value whose bit is set. */
    public static Presence of(int size, BitSet present) {
        if (present.length() > size) {
            throw new IllegalArgumentException("value %s of %s events".formatted(present.length() - 1, size));
        }
        return new Presence(size, (BitSet) present.clone());
    }

    /** Those of the events have a value whose bit is set in 64 events per word, the lowest bit first; others are ignored. */
    public static Presence ofWords(int size, long[] present) {
        BitSet bits = BitSet.valueOf(present);
        if (bits.length() > size) {
            bits.clear(size, bits.length());
        }
        return new Presence(size, bits);
    }

    public int size() {
        return size;
    }

    /** Returns how many events have a value. */
    public int count() {
        return count;
    }

    public boolean at(int event) {
        return bits.get(event);
    }

    /** Returns the first event from this one on that has a value, or -1 if there is none. */
    public int next(int event) {
        return bits.nextSetBit(event);
    }

    /** Returns whether every event has a value. */
    public boolean isAll() {
        return count == size;
    }

    void write(ColumnWriter out) {
        long[] flags = new long[size];
        for (int i = bits.nextSetBit(0); i >= 0; i = bits.nextSetBit(i + 1)) {
            flags[i] = 1;
        }
        out.longs(flags);
    }

    static Presence read(int size, int count, ColumnReader in) {
        long[] flags = in.longs(size);
        BitSet bits = new BitSet(size);
        for (int i = 0; i < size; i++) {
            if (flags[i] != 0 && flags[i] != 1) {
                throw ByteReader.corrupt("%s says neither that a value is present nor absent".formatted(flags[i]));
            }
            bits.set(i, flags[i] == 1);
        }
        if (bits.cardinality() != count) {
            throw ByteReader.corrupt("%s values are present, not %s".formatted(bits.cardinality(), count));
        }
        return new Presence(size, bits);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Presence that && size == that.size && bits.equals(that.bits);
    }

    @Override
    public int hashCode() {
        return bits.hashCode();
    }

    @Override
    public String toString() {
        return "%s of %s".formatted(count, size);
    }
}
