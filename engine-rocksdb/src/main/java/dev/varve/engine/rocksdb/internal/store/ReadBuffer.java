package dev.varve.engine.rocksdb.internal.store;

import org.rocksdb.RocksDBException;

/** A reusable array for values read from RocksDB; it grows as needed. */
public final class ReadBuffer {

    private byte[] bytes;

    public ReadBuffer(int capacity) {
        bytes = new byte[capacity];
    }

    /** Returns the array; only the length that the last read returned is valid. */
    public byte[] array() {
        return bytes;
    }

    /** Copies a value into the array, cut to the array's length, and returns the full length of the value. */
    @FunctionalInterface
    interface Source {
        int copyTo(byte[] bytes) throws RocksDBException;
    }

    int read(Source source) throws RocksDBException {
        int length = source.copyTo(bytes);
        if (length > bytes.length) {
            bytes = new byte[Math.max(length, bytes.length * 2)];
            length = source.copyTo(bytes);
        }
        return length;
    }
}
