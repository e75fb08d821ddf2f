package dev.varve.rollup.internal.page;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.bytes.ByteWriter;
import dev.varve.rollup.internal.definition.CompiledRollup;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The texts and the names of a page. Most pages of a rollup have the same, so that the last ones are kept.
 *
 * @param bytes as written
 * @param names the names of the columns, in ascending order
 * @param numbers the names as numbers
 * @param versions the column of the versions
 */
@SuppressWarnings("ArrayRecordComponent") // Shared by all pages of this shape, and never changed.
record PageShape(byte[] bytes, String[] texts, String[] names, long[] numbers, int versions) {

    /** The number of shapes that are kept. */
    private static final int KEPT = 256;

    private static final AtomicReferenceArray<PageShape> KNOWN = new AtomicReferenceArray<>(KEPT);

    /** Returns the shape in some bytes. */
    static PageShape of(byte[] page, int from, int to) {
        int hash = 1;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + page[i];
        }
        int place = (hash ^ hash >>> 16) & KEPT - 1;
        PageShape known = KNOWN.get(place);
        if (known == null || !Arrays.equals(known.bytes, 0, known.bytes.length, page, from, to)) {
            known = read(Arrays.copyOfRange(page, from, to));
            KNOWN.set(place, known);
        }
        return known;
    }

    private static PageShape read(byte[] bytes) {
        ByteReader in = new ByteReader(bytes, 0, bytes.length);
        String[] texts = TextTable.read(in);
        int count = in.readCount(Math.min(RowPage.MAX_COLUMNS, in.remaining()), "the number of columns");
        String[] names = new String[count];
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = in.readUnsigned();
            names[i] = AttributeNames.name(numbers[i], texts);
            if (i > 0 && names[i].compareTo(names[i - 1]) <= 0) {
                throw RowPage.corrupt("the name %s does not follow %s".formatted(names[i], names[i - 1]));
            }
        }
        in.requireEnd();
        int versions = Arrays.binarySearch(names, CompiledRollup.VERSION);
        if (versions < 0) {
            throw RowPage.corrupt("the rows of a page have no versions");
        }
        return new PageShape(bytes, texts, names, numbers, versions);
    }

    static byte[] bytes(TextTable texts, long[] numbers) {
        ByteWriter out = new ByteWriter();
        texts.write(out);
        out.writeUnsigned(numbers.length);
        for (long number : numbers) {
            out.writeUnsigned(number);
        }
        return out.toBytes();
    }
}
