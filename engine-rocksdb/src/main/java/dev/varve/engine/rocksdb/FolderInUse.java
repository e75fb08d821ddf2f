package dev.varve.engine.rocksdb;

import dev.varve.error.Rejected;

/** Another engine has the folder open, in this process or another one. */
public final class FolderInUse extends Rejected {

    private static final long serialVersionUID = 1L;

    public FolderInUse(String message) {
        super("rocksdb.locked", message);
    }
}
