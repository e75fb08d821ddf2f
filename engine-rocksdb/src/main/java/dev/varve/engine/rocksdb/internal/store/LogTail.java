package dev.varve.engine.rocksdb.internal.store;

/**
 * The end of one table's change log: the number of its newest change, and the total bytes of all changes ever written.
 * Only the commit in progress moves it; readers see the new end after the commit.
 */
public final class LogTail {

    private final int tableId;
    private long position;
    private long bytes;
    private volatile long committed;

    public LogTail(int tableId, long position, long bytes) {
        this.tableId = tableId;
        this.position = position;
        this.bytes = bytes;
        this.committed = position;
    }

    public int tableId() {
        return tableId;
    }

    /** Returns the number of the newest change that is durable. */
    public long committed() {
        return committed;
    }

    long nextPosition() {
        return ++position;
    }

    long add(int entryBytes) {
        return bytes += entryBytes;
    }

    /** Resets the end of the log to the stored one. No read or write may be in progress. */
    public void reset(LogTail stored) {
        position = stored.position;
        bytes = stored.bytes;
        committed = stored.committed;
    }

    void publish() {
        committed = position;
    }
}
