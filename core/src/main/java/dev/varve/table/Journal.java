package dev.varve.table;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A durable log of records for one writer. Packed series append their rows here first and write them to blocks later.
 *
 * <p>One thread at a time appends. Reads and trims may run beside an append. Futures fail only with a
 * {@link dev.varve.error.VarveException}; after {@code OutcomeUnknown}, {@link #read} tells whether the record is stored.
 */
public interface Journal {

    /** The most bytes of a record. An engine may rely on it: a transaction of DynamoDB has no more either. */
    int MAX_RECORD_BYTES = 4 * 1024 * 1024;

    /**
     * A stored record.
     *
     * @param number the position in the journal; greater than that of every earlier record
     */
    @SuppressWarnings("ArrayRecordComponent") // A copy for each reader would double the work; nobody changes the bytes.
    record Entry(long number, byte[] content) {}

    /**
     * The result of an append.
     *
     * @param number the position of the record
     * @param capacity the capacity that storing it consumed
     */
    record Appended(long number, Capacity capacity) {}

    /**
     * Appends a record; the future completes when the record is durable. Atomic: after a crash the record is stored
     * completely or not at all. A record may have any size up to {@link #MAX_RECORD_BYTES}.
     */
    CompletableFuture<Appended> append(byte[] content);

    /**
     * Returns the records with a number greater than {@code after}, in order: at least one if there is any, and no more
     * than fit into a few megabytes. An empty list is the end of the journal.
     */
    CompletableFuture<List<Entry>> read(long after);

    /**
     * Removes the records up to this number, including it. Records may be visible for a while after a crash. Everything that
     * was written before this call is durable before a record is lost, also writes to a deferred table of the same engine.
     */
    CompletableFuture<Void> trim(long upTo);

    /** Returns the number up to which records were removed, 0 if none were. */
    CompletableFuture<Long> trimmed();
}
