package dev.varve.engine.rocksdb;

import java.util.List;

/**
 * What a comparison of all records of a database with each other has found, as of one moment.
 *
 * @param problems one sentence for each disagreement, the first hundred
 */
public record AuditReport(long rows, long indexEntries, long expiryEntries, long changes, List<String> problems) {

    public AuditReport {
        problems = List.copyOf(problems);
    }

    /** Returns whether indexes, expiry entries and change logs agree with the tables. */
    public boolean isClean() {
        return problems.isEmpty();
    }
}
