package dev.varve.engine.rocksdb;

import dev.varve.core.Rejected;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * How an embedded database is run. Each step returns new options.
 *
 * @param clock tells when items expire, tokens lapse and changes happened
 * @param changeLog how much of the changes is kept
 * @param blockCacheBytes memory for blocks read from disk
 * @param writeBufferBytes memory for writes of one kind (rows, indexes, changes) before they go to a file
 * @param sweepInterval how often expired items and old changes are removed in the background; null for never, then
 *     {@link RocksDbEngine#sweepExpired} does it
 */
public record RocksDbOptions(
        InstantSource clock,
        Durability durability,
        ChangeLogCap changeLog,
        long blockCacheBytes,
        long writeBufferBytes,
        @Nullable Duration sweepInterval) {

    private static final long MEGABYTE = 1024 * 1024;

    public RocksDbOptions {
        if (blockCacheBytes < MEGABYTE || writeBufferBytes < MEGABYTE) {
            throw new Rejected(
                    "rocksdb.memory",
                    "block cache (%d bytes) and write buffer (%d bytes) need at least 1 MB each"
                            .formatted(blockCacheBytes, writeBufferBytes));
        }
        if (sweepInterval != null && (sweepInterval.isZero() || sweepInterval.isNegative())) {
            throw new Rejected(
                    "rocksdb.sweep-interval",
                    "sweep interval %s is not above zero; use withoutSweeper() for no sweeper"
                            .formatted(sweepInterval));
        }
    }

    /** Returns the options most programs want: synced writes, the system's clock, a sweep every minute. */
    public static RocksDbOptions defaults() {
        return new RocksDbOptions(
                InstantSource.system(),
                Durability.SYNCED,
                ChangeLogCap.DEFAULT,
                128 * MEGABYTE,
                32 * MEGABYTE,
                Duration.ofMinutes(1));
    }

    public RocksDbOptions clock(InstantSource source) {
        return new RocksDbOptions(source, durability, changeLog, blockCacheBytes, writeBufferBytes, sweepInterval);
    }

    public RocksDbOptions durability(Durability wanted) {
        return new RocksDbOptions(clock, wanted, changeLog, blockCacheBytes, writeBufferBytes, sweepInterval);
    }

    public RocksDbOptions changeLog(ChangeLogCap cap) {
        return new RocksDbOptions(clock, durability, cap, blockCacheBytes, writeBufferBytes, sweepInterval);
    }

    public RocksDbOptions blockCache(long bytes) {
        return new RocksDbOptions(clock, durability, changeLog, bytes, writeBufferBytes, sweepInterval);
    }

    public RocksDbOptions writeBuffer(long bytes) {
        return new RocksDbOptions(clock, durability, changeLog, blockCacheBytes, bytes, sweepInterval);
    }

    public RocksDbOptions sweepEvery(Duration interval) {
        return new RocksDbOptions(clock, durability, changeLog, blockCacheBytes, writeBufferBytes, interval);
    }

    public RocksDbOptions withoutSweeper() {
        return new RocksDbOptions(clock, durability, changeLog, blockCacheBytes, writeBufferBytes, null);
    }
}
