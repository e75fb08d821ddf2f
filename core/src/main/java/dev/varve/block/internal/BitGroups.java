package dev.varve.block.internal;

import java.util.Arrays;

/**
 * Packs unsigned numbers in groups of 64. A group has one byte with its width, then its numbers, the lowest bits first. If a few
 * numbers are wider, the byte has its highest bit set, and after the numbers follow their count, and for each its place and the
 * bits that are missing.
 */
final class BitGroups {

    static final int GROUP = 64;
    private static final int PATCHED = 0x80;

    /** About what a patch takes besides its missing bits. */
    private static final int PATCH_BITS = 12;

    private BitGroups() {}

    static void pack(long[] numbers, ByteWriter out) {
        int[] lengths = new int[Long.SIZE + 1];
        for (int from = 0; from < numbers.length; from += GROUP) {
            pack(numbers, from, Math.min(numbers.length, from + GROUP), lengths, out);
        }
    }

    private static void pack(long[] numbers, int from, int to, int[] lengths, ByteWriter out) {
        Arrays.fill(lengths, 0);
        int widest = 0;
        for (int i = from; i < to; i++) {
            int length = Long.SIZE - Long.numberOfLeadingZeros(numbers[i]);
            lengths[length]++;
            widest = Math.max(widest, length);
        }
        int width = widest;
        int least = widest * (to - from);
        int wider = 0;
        int missing = 0;
        for (int candidate = widest - 1; candidate >= 0; candidate--) {
            wider += lengths[candidate + 1];
            missing += wider;
            int bits = candidate * (to - from) + wider * PATCH_BITS + missing;
            if (bits < least) {
                least = bits;
                width = candidate;
            }
        }
        out.writeByte(width == widest ? width : width | PATCHED);
        bits(numbers, from, to, width, out);
        if (width < widest) {
            patch(numbers, from, to, width, out);
        }
    }

    private static void bits(long[] numbers, int from, int to, int width, ByteWriter out) {
        if (width == 0) {
            return;
        }
        long mask = width == Long.SIZE ? -1 : (1L << width) - 1;
        long word = 0;
        int filled = 0;
        for (int i = from; i < to; i++) {
            long number = numbers[i] & mask;
            word |= number << filled;
            filled += width;
            if (filled >= Long.SIZE) {
                out.writeFixed(word, Long.BYTES);
                filled -= Long.SIZE;
                word = filled == 0 ? 0 : number >>> (width - filled);
            }
        }
        out.writeFixed(word, (filled + 7) / 8);
    }

    private static void patch(long[] numbers, int from, int to, int width, ByteWriter out) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += numbers[i] >>> width != 0 ? 1 : 0;
        }
        out.writeByte(count);
        for (int i = from; i < to; i++) {
            if (numbers[i] >>> width != 0) {
                out.writeByte(i - from);
                out.writeUnsigned(numbers[i] >>> width);
            }
        }
    }

    /** Reads one group of {@code count} numbers to the beginning of an array of {@link #GROUP} places. */
    static void unpack(long[] group, int count, ByteReader in) {
        int head = in.readByte();
        int width = head & ~PATCHED;
        if (width > Long.SIZE) {
            throw ByteReader.corrupt("numbers of %s bits".formatted(width));
        }
        in.readBits(group, count, width);
        if ((head & PATCHED) != 0) {
            patch(group, count, width, in);
        }
    }

    private static void patch(long[] group, int count, int width, ByteReader in) {
        int patches = in.readByte();
        if (patches > count || width == Long.SIZE) {
            throw ByteReader.corrupt("%s patches in a group of %s".formatted(patches, count));
        }
        for (int i = 0; i < patches; i++) {
            int place = in.readByte();
            if (place >= count) {
                throw ByteReader.corrupt("a patch outside of its group");
            }
            group[place] |= in.readUnsigned() << width;
        }
    }
}
