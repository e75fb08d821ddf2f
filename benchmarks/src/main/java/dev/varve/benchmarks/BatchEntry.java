package dev.varve.benchmarks;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A put in a write batch: a column family, a key and a value. */
final class BatchEntry {

    private static final int HEADER_BYTES = 12;
    private static final int PUT = 0x01;
    private static final int PUT_IN_FAMILY = 0x05;

    private final int family;
    private final byte[] key;
    private final byte[] value;

    private BatchEntry(int family, byte[] key, byte[] value) {
        this.family = family;
        this.key = key;
        this.value = value;
    }

    int family() {
        return family;
    }

    byte[] key() {
        return key;
    }

    byte[] value() {
        return value;
    }

    /** Parses a batch of puts in RocksDB's format. */
    static List<BatchEntry> read(byte[] batch) {
        List<BatchEntry> entries = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(batch).position(HEADER_BYTES);
        while (in.hasRemaining()) {
            int tag = in.get();
            if (tag != PUT && tag != PUT_IN_FAMILY) {
                throw new IllegalStateException("the batch contains a record that is not a put: " + tag);
            }
            int family = tag == PUT ? 0 : varint(in);
            entries.add(new BatchEntry(family, bytes(in), bytes(in)));
        }
        return entries;
    }

    private static byte[] bytes(ByteBuffer in) {
        byte[] bytes = new byte[varint(in)];
        in.get(bytes);
        return bytes;
    }

    private static int varint(ByteBuffer in) {
        int value = 0;
        for (int shift = 0; ; shift += 7) {
            byte b = in.get();
            value |= (b & 0x7F) << shift;
            if (b >= 0) {
                return value;
            }
        }
    }
}
