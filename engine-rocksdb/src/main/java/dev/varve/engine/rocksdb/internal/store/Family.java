package dev.varve.engine.rocksdb.internal.store;

/** The column families, each a sorted map of its own; one commit may touch all of them. */
public enum Family {
    /** Table schemas, the dictionary of names, tokens, where change logs begin. */
    META(0, "default"),
    ROWS(1, "rows"),
    INDEXES(2, "indexes"),
    /** Rows by the second they expire. */
    EXPIRY(3, "expiry"),
    CHANGES(4, "changes");

    private final int number;
    private final String nameOnDisk;

    Family(int number, String nameOnDisk) {
        this.number = number;
        this.nameOnDisk = nameOnDisk;
    }

    /** Returns the number RocksDB knows the family by: families are numbered as they are created. */
    public int number() {
        return number;
    }

    public String nameOnDisk() {
        return nameOnDisk;
    }
}
