package dev.varve.table;

import dev.varve.engine.support.RequestCheck;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A table, on whichever engine: the port everything else is built on.
 *
 * <p>Every engine refuses the same requests before it does anything, by {@link RequestCheck}, and answers the others
 * alike. Futures fail with a {@link dev.varve.error.VarveException} and nothing else; its {@code retry()} says whether
 * to try again. Expired items are invisible to every read, count and condition, and writing over one acts as on an
 * absent item. Embedded engines do the work on the calling thread and return completed futures.
 *
 * @see BlockingTable
 */
public interface Table {

    TableSchema schema();

    /** Reads one item; atomic. Costs half a read unit per started 4 KB, twice that if consistent. */
    CompletableFuture<GetResult> get(Get get);

    /**
     * Writes one item if the condition holds; atomic and idempotent. Costs a write unit per started KB of the larger of
     * old and new image, also where the condition fails, and what the indexes cost.
     */
    CompletableFuture<WriteResult> put(Put put);

    /**
     * Carries out puts that have nothing to do with each other. Each is atomic and has an answer of its own, as if it were
     * sent alone by {@link #put}, in no promised order.
     */
    default List<CompletableFuture<WriteResult>> putEach(List<Put> puts) {
        return puts.stream().map(this::put).toList();
    }

    /** Returns how many puts {@link #putEach} does best together; one where they gain nothing by it. */
    default int putsAtOnce() {
        return 1;
    }

    /** Changes one item if the condition holds; atomic, idempotent where {@link Update#isIdempotent()} says so. */
    CompletableFuture<WriteResult> update(Update update);

    /** Removes one item if the condition holds; atomic and idempotent. */
    CompletableFuture<WriteResult> delete(Delete delete);

    /**
     * Reads one page of a partition, in the order of the sort key; on an index, items with equal keys come in no promised
     * order. Not a snapshot: items written meanwhile may or may not be seen. Costs what is examined, not what is returned.
     */
    CompletableFuture<Page> query(Query query);

    /** Reads one page of the whole table or index, in no promised order. Costs what is examined. */
    CompletableFuture<Page> scan(Scan scan);

    /** Reads many items by key; each read is atomic, together they are not. What was not read is returned. */
    CompletableFuture<BatchGetResult> batchGet(BatchGet batch);

    /** Writes many items; each write is atomic, together they are not. What was not written is returned. */
    CompletableFuture<BatchWriteResult> batchWrite(BatchWrite batch);

    /** Reads many items as of one moment. Costs twice what consistent reads cost. */
    CompletableFuture<TransactGetResult> transactGet(TransactGet transaction);

    /** Writes many items of one or several tables of the engine, all or none. Costs twice what the writes cost. */
    CompletableFuture<TransactResult> transactWrite(TransactWrite transaction);

    /** Returns what a request would do and cost, without doing it; refuses what the engine would refuse. */
    Explanation explain(Request request);

    /** Returns the same table for callers that wait. */
    default BlockingTable blocking() {
        return new BlockingTable(this);
    }
}
