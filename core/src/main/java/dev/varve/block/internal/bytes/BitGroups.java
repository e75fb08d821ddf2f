package dev.varve.block.internal.bytes;

/**
 * Packs unsigned numbers in groups of 64. A group has one byte with its width, then its numbers, the lowest bits first. If a few
 * numbers are wider, the byte has its highest bit set, and after the numbers follow their count, and for each its place and the
 * bits that are missing.
 */
public final class BitGroups {

    public static final int GROUP = 64;
    private static final int PATCHED = 0x80;

    /** About what a patch takes besides its missing bits. */
    private static final int PATCH_BITS = 12;

    /** Numbers are unpacked in rounds of 8. */
    private static final int ROUND = 8;

    private BitGroups() {}

    public static void pack(long[] numbers, ByteWriter out) {
        for (int from = 0; from < numbers.length; from += GROUP) {
            pack(numbers, from, Math.min(numbers.length, from + GROUP), out);
        }
    }

    private static void pack(long[] numbers, int from, int to, ByteWriter out) {
        long all = 0;
        for (int i = from; i < to; i++) {
            all |= numbers[i];
        }
        int widest = Long.SIZE - Long.numberOfLeadingZeros(all);
        // The possible lengths of a number in bits: 0 to that of the widest.
        int possible = widest + 1;
        // Two counts in turns: one would often wait for the count just before.
        int[] lengths = new int[2 * possible];
        for (int i = from; i < to; i++) {
            lengths[(i & 1) * possible + Long.SIZE - Long.numberOfLeadingZeros(numbers[i])]++;
        }
        int width = widest;
        int least = widest * (to - from);
        int wider = 0;
        int missing = 0;
        // Each further bit that is missing costs more patches; they alone must not cost more than the best so far.
        for (int candidate = widest - 1; candidate >= 0 && wider * PATCH_BITS + missing < least; candidate--) {
            wider += lengths[candidate + 1] + lengths[possible + candidate + 1];
            missing += wider;
            int bits = candidate * (to - from) + wider * PATCH_BITS + missing;
            if (bits < least) {
                least = bits;
                width = candidate;
            }
        }
        out.writeByte(width == widest ? width : width | PATCHED);
        out.writeBits(numbers, from, to, width);
        if (width < widest) {
            patch(numbers, from, to, width, out);
        }
    }

    private static void patch(long[] numbers, int from, int to, int width, ByteWriter out) {
        byte[] places = new byte[GROUP];
        int count = 0;
        // Without a branch for each number: nobody could predict it.
        for (int i = from; i < to; i++) {
            places[count & GROUP - 1] = (byte) (i - from);
            count += numbers[i] >>> width == 0 ? 0 : 1;
        }
        out.writeByte(count);
        for (int i = 0; i < count; i++) {
            out.writeByte(places[i]);
            out.writeUnsigned(numbers[from + places[i]] >>> width);
        }
    }

    /** Returns an array for the groups of {@code count} numbers. */
    public static long[] group(int count) {
        return new long[Math.min(GROUP, (count + ROUND - 1) / ROUND * ROUND)];
    }

    /** Reads one group of {@code count} numbers to the beginning of an array of {@link #group}. */
    public static void unpack(long[] group, int count, ByteReader in) {
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
