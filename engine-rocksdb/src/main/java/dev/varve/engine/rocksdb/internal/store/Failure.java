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

    static VarveException onWrite(Directory directory, RocksDBException e) {
        return new OutcomeUnknown(
                "rocksdb.write-failed",
                "a write to the database in %s failed half-way (%s); whether it lasts shows when the database is opened again"
                        .formatted(directory.root(), e.getMessage()),
                e);
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
