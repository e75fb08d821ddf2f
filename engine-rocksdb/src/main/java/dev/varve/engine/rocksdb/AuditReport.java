package dev.varve.engine.rocksdb;

import java.util.List;

/**
 * The result of an audit: the records counted and the inconsistencies found, as of one moment.
 *
 * @param problems one sentence for each inconsistency, at most the first hundred
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
