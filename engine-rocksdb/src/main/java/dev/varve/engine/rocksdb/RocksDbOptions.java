package dev.varve.engine.rocksdb;

import dev.varve.error.Rejected;
import dev.varve.internal.Durations;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an embedded database. Each method returns new options.
 *
 * @param clock decides when items and transaction tokens expire, and timestamps changes
 * @param changeLog the limits of each change log, even for changes that a consumer has not read
 * @param changeReserve the limits for changes that every registered consumer of a table has read
 * @param blockCacheBytes memory for blocks read from disk
 * @param writeBufferBytes memory for writes before they are flushed to a file; rows, indexes, changes
 *     and journals have one buffer each
 * @param sweepInterval how often expired items and old changes are removed in the background; null for never, then call
 *     {@link RocksDbEngine#sweepExpired}
 * @param diskReserveBytes writes are refused while less than this is free on the disk; null for the default, see {@link
 *     #diskReserve}
 */
public record RocksDbOptions(
        InstantSource clock,
        Durability durability,
        ChangeLogCap changeLog,
        ChangeLogCap changeReserve,
        long blockCacheBytes,
        long writeBufferBytes,
        @Nullable Duration sweepInterval,
        @Nullable Long diskReserveBytes) {

    /** The largest disk reserve, 1 PB. */
    public static final long MAX_DISK_RESERVE_BYTES = 1L << 50;

    private static final long MEGABYTE = 1024 * 1024;

    /** Expired items take space until they are swept, so a longer interval is not useful. */
    private static final Duration MAX_SWEEP_INTERVAL = Duration.ofDays(365);

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
                    "the sweep interval is %s; it must be longer than 0. To turn sweeping off, use withoutSweeper()"
                            .formatted(sweepInterval));
        }
        if (sweepInterval != null) {
            Durations.positive("rocksdb.sweep-interval", "the sweep interval", sweepInterval, MAX_SWEEP_INTERVAL);
        }
        if (diskReserveBytes != null && (diskReserveBytes < 0 || diskReserveBytes > MAX_DISK_RESERVE_BYTES)) {
            throw new Rejected(
                    "rocksdb.disk-reserve",
                    "the disk reserve is %s bytes; it must be from 0 (no reserve) to %s"
                            .formatted(diskReserveBytes, MAX_DISK_RESERVE_BYTES));
        }
    }

    /** Returns the default options: synced writes, the system clock, a sweep every minute. */
    public static RocksDbOptions defaults() {
        return new RocksDbOptions(
                InstantSource.system(),
                Durability.SYNCED,
                ChangeLogCap.DEFAULT,
                ChangeLogCap.RESERVE,
                128 * MEGABYTE,
                32 * MEGABYTE,
                Duration.ofMinutes(1),
                null);
    }

    public RocksDbOptions clock(InstantSource source) {
        return new RocksDbOptions(
                source,
                durability,
                changeLog,
                changeReserve,
                blockCacheBytes,
                writeBufferBytes,
                sweepInterval,
                diskReserveBytes);
    }

    public RocksDbOptions durability(Durability level) {
        return new RocksDbOptions(
                clock,
                level,
                changeLog,
                changeReserve,
                blockCacheBytes,
                writeBufferBytes,
                sweepInterval,
                diskReserveBytes);
    }

    public RocksDbOptions changeLog(ChangeLogCap cap) {
        return new RocksDbOptions(
                clock,
                durability,
                cap,
                changeReserve,
                blockCacheBytes,
                writeBufferBytes,
                sweepInterval,
                diskReserveBytes);
    }

    public RocksDbOptions changeReserve(ChangeLogCap reserve) {
        return new RocksDbOptions(
                clock,
                durability,
                changeLog,
                reserve,
                blockCacheBytes,
                writeBufferBytes,
                sweepInterval,
                diskReserveBytes);
    }

    public RocksDbOptions blockCache(long bytes) {
        return new RocksDbOptions(
                clock, durability, changeLog, changeReserve, bytes, writeBufferBytes, sweepInterval, diskReserveBytes);
    }

    public RocksDbOptions writeBuffer(long bytes) {
        return new RocksDbOptions(
                clock, durability, changeLog, changeReserve, blockCacheBytes, bytes, sweepInterval, diskReserveBytes);
    }

    public RocksDbOptions sweepEvery(Duration interval) {
        if (interval == null) {
            throw new Rejected(
                    "rocksdb.sweep-interval", "the sweep interval is null; to turn sweeping off, use withoutSweeper()");
        }
        return new RocksDbOptions(
                clock,
                durability,
                changeLog,
                changeReserve,
                blockCacheBytes,
                writeBufferBytes,
                interval,
                diskReserveBytes);
    }

    public RocksDbOptions withoutSweeper() {
        return new RocksDbOptions(
                clock, durability, changeLog, changeReserve, blockCacheBytes, writeBufferBytes, null, diskReserveBytes);
    }

    /**
     * Sets how much of the disk must stay free. While less is free, writes fail with {@code rocksdb.disk-full} and
     * reads still work. Sweeping and trimming may use half of the reserve. 0 turns the reserve off; then writes fail
     * when the disk is full.
     *
     * <p>The default is four write buffers (128 MB with the default buffer size), and at most an eighth of the file
     * system. A smaller reserve may leave too little space to open the database again after a crash.
     */
    public RocksDbOptions diskReserve(long bytes) {
        return new RocksDbOptions(
                clock, durability, changeLog, changeReserve, blockCacheBytes, writeBufferBytes, sweepInterval, bytes);
    }
}
