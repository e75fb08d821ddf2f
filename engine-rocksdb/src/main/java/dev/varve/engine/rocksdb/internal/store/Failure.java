package dev.varve.engine.rocksdb.internal.store;

import dev.varve.core.OutcomeUnknown;
import dev.varve.core.Unavailable;
import dev.varve.core.VarveException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** What RocksDB's errors mean to a caller. */
final class Failure {

    private Failure() {}

    static VarveException onOpen(Directory directory, RocksDBException e) {
        return onRead(directory, "open", e);
    }

    static VarveException onRead(Directory directory, RocksDBException e) {
        return onRead(directory, "read", e);
    }

    private static VarveException onRead(Directory directory, String verb, RocksDBException e) {
        if (isDamage(e)) {
            return Directory.damaged(directory.root(), String.valueOf(e.getMessage()), e);
        }
        return new Unavailable(
                "rocksdb.io", "cannot %s the database in %s: %s".formatted(verb, directory.root(), e.getMessage()), e);
    }

    /** The message reaches clients, so it does not name the folder; the cause does. */
    static VarveException onWrite(RocksDBException e) {
        return isDiskFull(e)
                ? new OutcomeUnknown(
                        "rocksdb.disk-full",
                        "the disk of the database folder is full; whether this write lasts shows when the database is"
                                + " opened again: make room, then restart",
                        e)
                : new OutcomeUnknown(
                        "rocksdb.write-failed",
                        "a write failed half-way; whether it lasts shows when the database is opened again",
                        e);
    }

    private static boolean isDiskFull(RocksDBException e) {
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
            // A table file that should be there.
            case IOError -> String.valueOf(e.getMessage()).contains("No such file");
            default -> false;
        };
    }
}
