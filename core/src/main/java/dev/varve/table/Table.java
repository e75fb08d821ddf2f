package dev.varve.table;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A table on any engine: the interface that everything else is built on.
 *
 * <p>Every engine first rejects the same invalid requests, by {@code RequestCheck}, and returns the same results for
 * valid ones. Futures fail only with a {@link dev.varve.error.VarveException}; its {@code retry()} says whether to try
 * again. Expired items are invisible to every read, count and condition, and a write treats an expired item as absent.
 * Embedded engines do the work on the calling thread and return completed futures.
 *
 * @see BlockingTable
 */
public interface Table {

    /** Returns the declaration of this table. */
    TableSchema schema();

    /** Reads one item; atomic. Costs half a read unit per started 4 KB, twice that if consistent. */
    CompletableFuture<GetResult> get(Get get);

    /**
     * Writes one item if the condition holds; atomic and idempotent. Costs a write unit per started KB of the larger of
     * old and new image, even if the condition fails, plus the cost of the indexes.
     */
    CompletableFuture<WriteResult> put(Put put);

    /**
     * Carries out independent puts, in undefined order. Each is atomic and has its own result, as with {@link #put}.
     */
    default List<CompletableFuture<WriteResult>> putEach(List<Put> puts) {
        return puts.stream().map(this::put).toList();
    }

    /** Returns the best number of puts for one call of {@link #putEach}; 1 if grouping has no advantage. */
    default int putsAtOnce() {
        return 1;
    }

    /** Changes one item if the condition holds; atomic, and idempotent if {@link Update#isIdempotent()} is true. */
    CompletableFuture<WriteResult> update(Update update);

    /** Removes one item if the condition holds; atomic and idempotent. */
    CompletableFuture<WriteResult> delete(Delete delete);

    /**
     * Reads one page of a partition, ordered by sort key; on an index, items with equal keys have no defined order. Not
     * a snapshot: items written during the read may or may not be seen. Bills the examined items, not the returned
     * ones.
     */
    CompletableFuture<Page> query(Query query);

    /** Reads one page of the whole table or index, in undefined order. Bills the examined items. */
    CompletableFuture<Page> scan(Scan scan);

    /** Reads many items by key; each read is atomic, the batch is not. The result lists the keys that were not read. */
    CompletableFuture<BatchGetResult> batchGet(BatchGet batch);

    /**
     * Writes many items; each write is atomic, the batch is not. The result lists the writes that were not carried out.
     */
    CompletableFuture<BatchWriteResult> batchWrite(BatchWrite batch);

    /** Reads many items as of one moment. Costs twice as much as consistent reads. */
    CompletableFuture<TransactGetResult> transactGet(TransactGet transaction);

    /** Writes many items of one or several tables of the engine, all or none. Costs twice as much as single writes. */
    CompletableFuture<TransactResult> transactWrite(TransactWrite transaction);

    /**
     * Describes what a request would do and cost, without running it; rejects the requests that the engine would
     * reject.
     */
    Explanation explain(Request request);

    /**
     * Returns this table with deferred durability, for data that is derived from durable data. Writes through it are
     * visible at once. They become durable with the next write of the engine that is not deferred; until then a power
     * failure may lose them, the newest first. An engine without this mode returns the table itself.
     */
    default Table deferred() {
        return this;
    }

    /** Returns the blocking form of this table. */
    default BlockingTable blocking() {
        return new BlockingTable(this);
    }
}
