package dev.varve.engine.rocksdb;

import dev.varve.error.Rejected;
import dev.varve.internal.Durations;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * How an embedded database is run. Each step returns new options.
 *
 * @param clock tells when items expire, tokens lapse and changes happened
 * @param changeLog how much of the changes is kept at most, whoever has not read them
 * @param changeReserve how much of the changes is kept at most once every registered consumer of a table has read them
 * @param blockCacheBytes memory for blocks read from disk
 * @param writeBufferBytes memory for writes of one kind (rows, indexes, changes) before they go to a file
 * @param sweepInterval how often expired items and old changes are removed in the background; null for never, then
 *     {@link RocksDbEngine#sweepExpired} does it
 * @param diskReserveBytes writes are refused while less than this is free on the disk; null for the default, see
 *     {@link #diskReserve}
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

    /** Expired items take space until they are swept, so nobody sweeps less often. */
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
                    "sweep interval %s is not above zero; use withoutSweeper() for no sweeper"
                            .formatted(sweepInterval));
        }
        if (sweepInterval != null) {
            Durations.positive("rocksdb.sweep-interval", "the sweep interval", sweepInterval, MAX_SWEEP_INTERVAL);
        }
        if (diskReserveBytes != null && (diskReserveBytes < 0 || diskReserveBytes > MAX_DISK_RESERVE_BYTES)) {
            throw new Rejected(
                    "rocksdb.disk-reserve",
                    "the disk reserve is %s bytes; it must be from 0, which is none, to %s"
                            .formatted(diskReserveBytes, MAX_DISK_RESERVE_BYTES));
        }
    }

    /** Returns the options most programs want: synced writes, the system's clock, a sweep every minute. */
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

    public RocksDbOptions durability(Durability wanted) {
        return new RocksDbOptions(
                clock,
                wanted,
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
                    "rocksdb.sweep-interval", "the sweep interval is null; use withoutSweeper() for no sweeper");
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
     * Keeps this much of the disk free: while less is free, writes fail with {@code rocksdb.disk-full}, and reads go on.
     * Sweeping and trimming may use half of it. 0 turns the reserve off; then writes fail when the disk is full.
     *
     * <p>The default is four write buffers, 128 MB by default, and at most an eighth of the file system. A smaller reserve
     * may leave too little space to open the database again after a crash.
     */
    public RocksDbOptions diskReserve(long bytes) {
        return new RocksDbOptions(
                clock, durability, changeLog, changeReserve, blockCacheBytes, writeBufferBytes, sweepInterval, bytes);
    }
}
