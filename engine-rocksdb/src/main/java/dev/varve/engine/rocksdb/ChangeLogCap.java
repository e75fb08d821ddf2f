package dev.varve.engine.rocksdb;

import dev.varve.error.Rejected;
import java.time.Duration;

/**
 * How much of each table's changes is kept: the oldest go as soon as one of the bounds is passed, at the next sweep.
 *
 * @param bytes the most bytes, keys and both images before compression
 * @param changes the most changes
 * @param age the oldest a change may become
 */
public record ChangeLogCap(long bytes, long changes, Duration age) {

    /** Up to 1 GB, ten million changes and seven days a table. */
    public static final ChangeLogCap DEFAULT = new ChangeLogCap(1L << 30, 10_000_000, Duration.ofDays(7));

    /** Up to 128 MB, a million changes and one day a table. */
    public static final ChangeLogCap RESERVE = new ChangeLogCap(128L << 20, 1_000_000, Duration.ofDays(1));

    public ChangeLogCap {
        if (bytes < 0 || changes < 0 || age == null || age.isNegative()) {
            throw new Rejected(
                    "rocksdb.change-log-cap",
                    "the change log keeps 0 or more bytes, changes and time; given %s, %s and %s"
                            .formatted(bytes, changes, age));
        }
    }
}
