package dev.varve.engine.rocksdb.internal.store;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A disk whose free space the test sets. A size of 0 means that the disk reports nothing. */
public final class TestDisk implements Disk {

    private final long total;
    private volatile long free;
    private volatile @Nullable IOException failure;
    private volatile int reads;

    public TestDisk(long total) {
        this.total = total;
        this.free = total;
    }

    public void free(long bytes) {
        free = bytes;
    }

    void fail(@Nullable IOException thrown) {
        failure = thrown;
    }

    /** Returns how often the free space was read. */
    public int reads() {
        return reads;
    }

    @Override
    public synchronized long freeBytes() throws IOException {
        reads++;
        IOException thrown = failure;
        if (thrown != null) {
            throw thrown;
        }
        return free;
    }

    @Override
    public long totalBytes() {
        return total;
    }
}
