package dev.varve.series.internal.packed;

import dev.varve.error.Rejected;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.key.Parts;
import dev.varve.table.Condition;
import dev.varve.table.Delete;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes buckets as blocks. A round takes views of some buckets, writes their blocks if nobody else has written them since,
 * and notes the result. Rows may arrive meanwhile; they stay in memory and in the journal.
 */
final class Sealer {

    /** A bucket is sealed this long after it closed or changed, so that stragglers do not cost a write each. */
    static final Duration DELAY = Duration.ofSeconds(30);

    /** A sealed bucket stays in memory this long, because eventually consistent reads may not see its block at once. */
    private static final Duration KEPT_SEALED = Duration.ofMinutes(2);

    /** The most buckets of one round: its blocks are in memory together. */
    private static final int MAX_ROUND = 512;

    /** A bucket to seal, with a view of its rows. */
    private record Job(Parts identity, Bucket bucket, RowSet rows, BlockItems.Stamp stamp) {

        Job versioned(long version) {
            return new Job(identity, bucket, rows, stamp.versioned(version));
        }
    }

    /**
     * The result of sealing one bucket.
     *
     * @param parts the number of its items, or null if it was not written
     * @param generation the generation of its further parts, null unless it is large
     * @param refused why it cannot be stored, or null
     */
    private record Result(
            Job job,
            @Nullable Integer parts,
            @Nullable String generation,
            @Nullable Rejected refused) {

        /** @param parts the number of items if it was written */
        static Result of(Job job, boolean isWritten, int parts) {
            return new Result(job, isWritten ? Integer.valueOf(parts) : null, null, null);
        }

        Result of(String newGeneration) {
            return new Result(job, parts, newGeneration, refused);
        }

        /** Returns whether another process has written the bucket, or this one without an answer; it is read again. */
        boolean isForeign() {
            return parts == null && refused == null;
        }
    }

    private final PackedStore store;
    private final Table table;
    private final BlockItems blocks;
    private final LargeBuckets largeBuckets;
    private final int parallel;
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
    private volatile long trimmed;

    Sealer(PackedStore store, Table table, BlockItems blocks, int parallel) {
        this.store = store;
        this.table = table;
        this.blocks = blocks;
        this.largeBuckets = new LargeBuckets(table, store.layout());
        this.parallel = parallel;
    }

    /** Sets other limits than those of DynamoDB, for tests. */
    void limit(int blockBytes, long transactionBytes) {
        blocks.atMost(blockBytes);
        largeBuckets.from(transactionBytes);
    }

    /** Seals all buckets with rows that no block holds. */
    CompletableFuture<Void> sealAll() {
        return afterLast(bucket -> true);
    }

    /** Seals the buckets that closed, or changed after they closed, some time ago. */
    CompletableFuture<Void> sealDue() {
        long nowTicks = store.ticks(store.now());
        long nowMillis = store.now().toEpochMilli();
        return afterLast(
                bucket -> bucket.range().to() <= nowTicks && bucket.dirtySinceMillis() + DELAY.toMillis() <= nowMillis);
    }

    /** Runs one sealing after the other: two would write the same blocks. */
    private synchronized CompletableFuture<Void> afterLast(Predicate<Bucket> isDue) {
        Map<Bucket, Rejected> refused = new HashMap<>();
        last = last.exceptionally(failed -> null)
                .thenCompose(before -> AsyncLoop.whileTrue(
                        () -> round(bucket -> !refused.containsKey(bucket) && isDue.test(bucket), refused)))
                .thenCompose(done -> trim())
                .thenAccept(done -> refused.values().stream().findFirst().ifPresent(first -> {
                    throw first;
                }));
        return last;
    }

    /** Returns up to which record the journal was trimmed. */
    long trimmed() {
        return trimmed;
    }

    /** Forgets how far the journal was trimmed, because another journal has begun. */
    void restart() {
        trimmed = 0;
    }

    /** Seals some buckets; returns whether there may be more. */
    private CompletableFuture<Boolean> round(Predicate<Bucket> isDue, Map<Bucket, Rejected> refused) {
        List<Job> jobs = new ArrayList<>();
        return store.inLoop(() -> collect(isDue, jobs))
                .thenCompose(collected -> write(jobs))
                .thenCompose(results -> store.inLoopAsync(() -> finish(results, refused))
                        .thenApply(finished ->
                                jobs.size() == MAX_ROUND || results.stream().anyMatch(Result::isForeign)));
    }

    /** Seals and drops the oldest buckets; called in the loop, when there are too many rows in memory. */
    CompletableFuture<Void> relieve(Predicate<Bucket> isDue) {
        Map<Bucket, Rejected> refused = new HashMap<>();
        return AsyncLoop.whileTrue(() -> {
            List<Job> jobs = new ArrayList<>();
            store.memory().locked(() -> {
                collect(bucket -> !refused.containsKey(bucket) && isDue.test(bucket), jobs);
                return true;
            });
            return write(jobs)
                    .thenCompose(results -> finish(results, refused))
                    .thenApply(done -> jobs.size() == MAX_ROUND);
        });
    }

    private void collect(Predicate<Bucket> isDue, List<Job> jobs) {
        store.memory().tails().forEach((identity, bucket) -> {
            if (jobs.size() < MAX_ROUND && bucket.isDirty() && !bucket.isSealing() && isDue.test(bucket)) {
                bucket.sealing(true);
                jobs.add(new Job(
                        identity,
                        bucket,
                        bucket.rows(),
                        BlockItems.Stamp.next(bucket.stamp(), store.journals().writer(), bucket.dirtyTo())));
            }
        });
    }

    private CompletableFuture<List<Result>> write(List<Job> jobs) {
        return ParallelCalls.map(jobs, parallel, this::writeOrRefuse).whenComplete((results, error) -> {
            if (error != null) {
                store.memory().locked(() -> {
                    jobs.forEach(job -> job.bucket().sealing(false));
                    return true;
                });
            }
        });
    }

    /** A bucket that cannot be stored must not keep the others from being sealed. */
    private CompletableFuture<Result> writeOrRefuse(Job job) {
        return CompletableFuture.completedFuture(job).thenCompose(this::write).exceptionallyCompose(error -> {
            Throwable cause = AsyncLoop.failure(error);
            return cause instanceof Rejected refused
                    ? CompletableFuture.completedFuture(new Result(job, null, null, refused))
                    : CompletableFuture.failedFuture(cause);
        });
    }

    private CompletableFuture<Result> write(Job job) {
        long start = job.bucket().range().from();
        List<Item> items = job.rows().size() == 0
                ? List.of()
                : blocks.items(job.identity(), job.bucket().range(), job.rows(), job.stamp());
        if (job.bucket().isLarge() || largeBuckets.areTooLarge(items)) {
            return writeLarge(job, items);
        }
        List<Write> writes = new ArrayList<>();
        for (int part = 0;
                part < Math.max(items.size(), Math.max(1, job.bucket().parts()));
                part++) {
            writes.add(
                    part < items.size()
                            ? Put.of(items.get(part))
                            : Delete.of(store.layout().key(job.identity(), start, part)));
        }
        var isStill = BlockItems.isStill(job.bucket().version());
        if (writes.size() > 1) {
            TransactWrite all = TransactWrite.of(guarded(writes.get(0), isStill));
            for (Write write : writes.subList(1, writes.size())) {
                all = all.and(write);
            }
            return table.transactWrite(all)
                    .thenApply(result -> Result.of(job, !(result instanceof TransactResult.Cancelled), items.size()));
        }
        CompletableFuture<WriteResult> result = writes.get(0) instanceof Put put
                ? table.put(put.when(isStill))
                : table.delete(((Delete) writes.get(0)).when(isStill));
        return result.thenApply(done -> Result.of(job, done.isWritten(), items.size()));
    }

    private CompletableFuture<Result> writeLarge(Job job, List<Item> items) {
        long before = job.bucket().version();
        // Without a stored version, the clock gives one that no part has: the bucket may have been removed before.
        long version = before == 0 ? store.now().toEpochMilli() : job.stamp().version();
        Job numbered = job.versioned(version);
        var large = new LargeBuckets.Job(
                job.identity(),
                job.bucket().range().from(),
                items.stream()
                        .map(item -> item.with(BlockItems.VERSION, Num.of(version)))
                        .toList(),
                numbered.stamp());
        return largeBuckets.write(large, before).thenApply(isWritten -> {
            Result result = Result.of(numbered, isWritten, items.size());
            return items.size() > 1 ? result.of(large.generation()) : result;
        });
    }

    private static Write guarded(Write write, Condition condition) {
        return write instanceof Put put ? put.when(condition) : ((Delete) write).when(condition);
    }

    /** Notes what was sealed; reads buckets again that another process has written. */
    private CompletableFuture<Void> finish(List<Result> results, Map<Bucket, Rejected> refused) {
        List<BlockLoader.BucketPlace> foreign = new ArrayList<>();
        store.memory().locked(() -> {
            for (Result result : results) {
                Bucket bucket = result.job().bucket();
                bucket.sealing(false);
                Integer parts = result.parts();
                if (result.refused() != null) {
                    refused.put(bucket, result.refused());
                } else if (parts == null) {
                    foreign.add(new BlockLoader.BucketPlace(
                            result.job().identity(), bucket.range().from()));
                } else {
                    bucket.sealed(result.job().stamp(), parts, result.generation());
                    store.joiner().sealed(result.job().identity(), bucket.range());
                }
            }
            return true;
        });
        return foreign.isEmpty() ? CompletableFuture.completedFuture(null) : store.reload(foreign);
    }

    /** Drops buckets that are closed and sealed, and the records of the journal that no bucket needs any more. */
    private CompletableFuture<Void> trim() {
        long closedTicks = store.ticks(store.now().minus(KEPT_SEALED));
        long nowMillis = store.now().toEpochMilli();
        long[] upTo = new long[1];
        return store.inLoop(() -> {
                    store.memory()
                            .tails()
                            .removeIf((identity, bucket) -> !bucket.isDirty()
                                    && !bucket.isSealing()
                                    && bucket.range().to() <= closedTicks
                                    && bucket.dirtySinceMillis() + KEPT_SEALED.toMillis() <= nowMillis);
                    upTo[0] = store.memory().lastApplied();
                    store.memory().tails().forEach((identity, bucket) -> {
                        if (bucket.isDirty()) {
                            upTo[0] = Math.min(upTo[0], bucket.dirtyFrom() - 1);
                        }
                    });
                })
                .thenCompose(known -> store.unneeded(upTo[0]))
                .thenCompose(unneeded -> {
                    if (unneeded <= trimmed) {
                        return CompletableFuture.completedFuture(null);
                    }
                    return store.journals().own().trim(unneeded).thenAccept(done -> {
                        trimmed = unneeded;
                        store.trimmed(unneeded);
                    });
                });
    }
}
