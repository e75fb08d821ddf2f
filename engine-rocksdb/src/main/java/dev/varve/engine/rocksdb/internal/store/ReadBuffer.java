package dev.varve.engine.rocksdb.internal.store;

import org.rocksdb.RocksDBException;

/** An array that values are read into again and again; grows to what it is asked to hold. */
public final class ReadBuffer {

    private byte[] bytes;

    public ReadBuffer(int capacity) {
        bytes = new byte[capacity];
    }

    /** Returns the array; only as many bytes count as the last read said. */
    public byte[] array() {
        return bytes;
    }

    /** Copies what there is into the array, as far as it goes, and returns how long it is. */
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
