package dev.varve.engine.rocksdb;

import dev.varve.error.Rejected;
import java.time.Duration;

/**
 * Limits on the change log of each table. Once a limit is exceeded, the next sweep removes the oldest changes.
 *
 * @param bytes the maximum size in bytes: keys and both images, before compression
 * @param changes the maximum number of changes
 * @param age the maximum age of a change
 */
public record ChangeLogCap(long bytes, long changes, Duration age) {

    /** 1 GB, ten million changes and seven days per table. */
    public static final ChangeLogCap DEFAULT = new ChangeLogCap(1L << 30, 10_000_000, Duration.ofDays(7));

    /** 128 MB, one million changes and one day per table. */
    public static final ChangeLogCap RESERVE = new ChangeLogCap(128L << 20, 1_000_000, Duration.ofDays(1));

    public ChangeLogCap {
        if (bytes < 0 || changes < 0 || age == null || age.isNegative()) {
            throw new Rejected(
                    "rocksdb.change-log-cap",
                    "the limits of the change log must be 0 or more; given %s bytes, %s changes and age %s"
                            .formatted(bytes, changes, age));
        }
    }
}
