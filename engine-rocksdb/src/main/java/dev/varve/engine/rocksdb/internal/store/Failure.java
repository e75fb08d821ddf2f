package dev.varve.engine.rocksdb.internal.store;

import dev.varve.error.CorruptData;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Translates RocksDB's errors to exceptions of Varve. */
final class Failure {

    static final String DISK_FULL = "rocksdb.disk-full";

    private Failure() {}

    /** Operators read this message, so it names the folder. */
    static VarveException onOpen(Directory directory, RocksDBException e) {
        if (isDamage(e)) {
            return Directory.damaged(directory.root(), String.valueOf(e.getMessage()), e);
        }
        if (isDiskFull(e)) {
            return new Unavailable(
                    DISK_FULL,
                    "cannot open the database in %s: the disk is full; make room and try again"
                            .formatted(directory.root()),
                    e);
        }
        return new Unavailable(
                "rocksdb.io", "cannot open the database in %s: %s".formatted(directory.root(), e.getMessage()), e);
    }

    static VarveException onBackup(RocksDBException e) {
        return new Unavailable(
                isDiskFull(e) ? DISK_FULL : "rocksdb.io", "cannot write the backup: " + e.getMessage(), e);
    }

    /** The message reaches clients, so it does not name the folder; the cause does. */
    static VarveException onRead(RocksDBException e) {
        return isDamage(e)
                ? new CorruptData(
                        "rocksdb.damaged",
                        "the database is damaged: a record cannot be read. Keep the directory and restore a backup",
                        e)
                : new Unavailable("rocksdb.io", "the files of the database cannot be read", e);
    }

    /**
     * Returns the error for a failed reopening after a full disk. The message reaches clients, so it does not name the
     * folder; the cause does.
     */
    static VarveException onReopen(RocksDBException e) {
        if (isDamage(e)) {
            return new CorruptData(
                    "rocksdb.damaged",
                    "the database cannot be opened again after its disk was full, because it is damaged. Keep the folder and"
                            + " restore a backup",
                    e);
        }
        return new Unavailable(
                isDiskFull(e) ? DISK_FULL : "rocksdb.io",
                "the database cannot be opened again after its disk was full: make room; it is tried again every few"
                        + " seconds",
                e);
    }

    /** The message reaches clients, so it does not name the folder; the cause does. */
    static VarveException onWrite(RocksDBException e) {
        return isDiskFull(e)
                ? new OutcomeUnknown(
                        DISK_FULL,
                        "the disk of the database folder is full, and it is not known whether this write was stored: make"
                                + " room, then send it again; no restart is needed",
                        e)
                : new OutcomeUnknown(
                        "rocksdb.write-failed",
                        "a write failed part-way, and it is unknown whether it was stored: open the database again, then send it again",
                        e);
    }

    static boolean isDiskFull(RocksDBException e) {
        Status status = e.getStatus();
        return (status != null && status.getSubCode() == Status.SubCode.NoSpace)
                || String.valueOf(e.getMessage()).contains("No space left on device");
    }

    private static boolean isDamage(RocksDBException e) {
        Status status = e.getStatus();
        if (status == null) {
            return false;
        }
        return switch (status.getCode()) {
            case Corruption, NotFound, InvalidArgument -> true;
            // A missing table file.
            case IOError -> String.valueOf(e.getMessage()).contains("No such file");
            default -> false;
        };
    }
}
