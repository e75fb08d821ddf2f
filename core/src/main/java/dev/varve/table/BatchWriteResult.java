package dev.varve.table;

import java.util.List;

/**
 * The result of a batch write.
 *
 * @param unprocessed writes that were not carried out after bounded retries; send them again
 */
public record BatchWriteResult(List<Write> unprocessed, Capacity capacity) {

    public BatchWriteResult {
        unprocessed = List.copyOf(unprocessed);
    }
}
