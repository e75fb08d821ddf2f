package dev.varve.engine.rocksdb.internal.store;

/** The column families, each a sorted map of its own; one commit may touch all of them. */
public enum Family {
    /** Table schemas, the dictionary of names, transaction tokens, the starts of change logs and journals. */
    META(0, "default"),
    ROWS(1, "rows"),
    INDEXES(2, "indexes"),
    /** Row keys by the second at which they expire. */
    EXPIRY(3, "expiry"),
    CHANGES(4, "changes"),
    JOURNAL(5, "journal");

    private final int number;
    private final String nameOnDisk;

    Family(int number, String nameOnDisk) {
        this.number = number;
        this.nameOnDisk = nameOnDisk;
    }

    /** Returns the number that RocksDB gave the family: families are numbered in the order of their creation. */
    public int number() {
        return number;
    }

    public String nameOnDisk() {
        return nameOnDisk;
    }
}
