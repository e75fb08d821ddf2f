package dev.varve.series.internal.packed.seal;

import dev.varve.error.Rejected;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.key.Parts;
import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.series.internal.packed.block.LargeBuckets;
import dev.varve.series.internal.packed.bucket.Bucket;
import dev.varve.series.internal.packed.row.RowSet;
import dev.varve.series.internal.packed.step.PackedState;
import dev.varve.table.Condition;
import dev.varve.table.Delete;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The writes of a {@link Sealer}: the blocks of buckets, each if nobody else has written it since. */
public final class SealWrites {

    /** Buckets whose rows take more memory are not written in one call, because their blocks are in memory together. */
    private static final long MAX_BYTES_TOGETHER = 4L << 20;

    /**
     * A bucket to seal, with a view of its rows.
     *
     * @param bytes an estimate of the memory that the rows take
     */
    record Job(Parts identity, Bucket bucket, RowSet rows, BlockItems.Stamp stamp, long bytes) {

        Job versioned(long version) {
            return new Job(identity, bucket, rows, stamp.versioned(version), bytes);
        }
    }

    /** A bucket with the items that it is stored as. */
    private record Encoded(Job job, List<Item> items) {}

    /**
     * The result of sealing one bucket.
     *
     * @param parts the number of its items, or null if it was not written
     * @param generation the generation of its further parts, null unless it is large
     * @param refused why it cannot be stored, or null
     */
    record Result(
            Job job,
            @Nullable Integer parts,
            @Nullable String generation,
            @Nullable Rejected refused) {

        /** @param parts the number of items if it was written */
        private static Result of(Job job, boolean isWritten, int parts) {
            return new Result(job, isWritten ? Integer.valueOf(parts) : null, null, null);
        }

        private Result of(String newGeneration) {
            return new Result(job, parts, newGeneration, refused);
        }

        /** Returns whether another process has written the bucket, or this one without an answer; it is read again. */
        boolean isForeign() {
            return parts == null && refused == null;
        }
    }

    private final PackedState state;
    private final Table table;
    private final BlockItems blocks;
    private final LargeBuckets largeBuckets;
    private final int parallel;

    /** @param parallel the maximum number of concurrent requests of one call */
    public SealWrites(PackedState state, BlockItems blocks, int parallel) {
        this.state = state;
        this.table = state.blocks().table().deferred();
        this.blocks = blocks;
        this.largeBuckets = new LargeBuckets(table, state.layout());
        this.parallel = parallel;
    }

    /** Sets other limits than those of DynamoDB, for tests. */
    void limit(int blockBytes, long transactionBytes) {
        blocks.atMost(blockBytes);
        largeBuckets.from(transactionBytes);
    }

    /** Writes buckets, in one commit where the table gains by it; the results are in any order. */
    CompletableFuture<List<Result>> writeAll(List<Job> jobs) {
        return table.putsAtOnce() > 1
                ? ParallelCalls.map(groups(jobs), 1, this::writeTogether)
                        .thenApply(
                                groups -> groups.stream().flatMap(List::stream).toList())
                : ParallelCalls.map(jobs, parallel, job -> orRefused(job, () -> write(encoded(job))));
    }

    /** Returns the buckets in groups that are written in one call each. */
    private List<List<Job>> groups(List<Job> jobs) {
        List<List<Job>> groups = new ArrayList<>();
        List<Job> group = new ArrayList<>();
        long bytes = 0;
        for (Job job : jobs) {
            if (!group.isEmpty() && (group.size() == table.putsAtOnce() || bytes + job.bytes() > MAX_BYTES_TOGETHER)) {
                groups.add(group);
                group = new ArrayList<>();
                bytes = 0;
            }
            group.add(job);
            bytes += job.bytes();
        }
        if (!group.isEmpty()) {
            groups.add(group);
        }
        return groups;
    }

    /** Writes buckets that are one item each in one call: a commit for each would cost more than their blocks. */
    private CompletableFuture<List<Result>> writeTogether(List<Job> jobs) {
        List<CompletableFuture<Result>> results = new ArrayList<>(jobs.size());
        List<Encoded> others = new ArrayList<>();
        List<Job> together = new ArrayList<>(jobs.size());
        List<Put> puts = new ArrayList<>(jobs.size());
        for (Job job : jobs) {
            Encoded encoded;
            try {
                encoded = encoded(job);
            } catch (Rejected refused) {
                results.add(CompletableFuture.completedFuture(new Result(job, null, null, refused)));
                continue;
            }
            if (isOneItem(encoded)) {
                together.add(job);
                puts.add(Put.of(encoded.items().get(0)).when(isStill(job)));
            } else {
                others.add(encoded);
            }
        }
        List<CompletableFuture<WriteResult>> written = puts.isEmpty() ? List.of() : table.putEach(puts);
        for (int i = 0; i < together.size(); i++) {
            Job job = together.get(i);
            CompletableFuture<WriteResult> result = written.get(i);
            results.add(orRefused(job, () -> result.thenApply(done -> Result.of(job, done.isWritten(), 1))));
        }
        return ParallelCalls.map(others, parallel, encoded -> orRefused(encoded.job(), () -> write(encoded)))
                .thenCompose(more -> ParallelCalls.map(results, results.size(), result -> result)
                        .thenApply(all ->
                                Stream.concat(all.stream(), more.stream()).toList()));
    }

    /** A bucket that cannot be stored must not keep the others from being sealed. */
    private static CompletableFuture<Result> orRefused(Job job, Supplier<CompletableFuture<Result>> write) {
        return CompletableFuture.completedFuture(job)
                .thenCompose(begun -> write.get())
                .exceptionallyCompose(error -> {
                    Throwable cause = AsyncLoop.failure(error);
                    return cause instanceof Rejected refused
                            ? CompletableFuture.completedFuture(new Result(job, null, null, refused))
                            : CompletableFuture.failedFuture(cause);
                });
    }

    private Encoded encoded(Job job) {
        return new Encoded(
                job,
                job.rows().size() == 0
                        ? List.of()
                        : blocks.items(job.identity(), job.bucket().range(), job.rows(), job.stamp()));
    }

    private boolean isLarge(Encoded encoded) {
        return encoded.job().bucket().isLarge() || largeBuckets.areTooLarge(encoded.items());
    }

    /** Returns whether a bucket is and was stored as one item, or was not stored. */
    private boolean isOneItem(Encoded encoded) {
        return encoded.items().size() == 1 && encoded.job().bucket().parts() <= 1 && !isLarge(encoded);
    }

    private static Condition isStill(Job job) {
        return BlockItems.isStill(job.bucket().version());
    }

    private CompletableFuture<Result> write(Encoded encoded) {
        Job job = encoded.job();
        List<Item> items = encoded.items();
        long start = job.bucket().range().from();
        if (isLarge(encoded)) {
            return writeLarge(job, items);
        }
        List<Write> writes = new ArrayList<>();
        for (int part = 0;
                part < Math.max(items.size(), Math.max(1, job.bucket().parts()));
                part++) {
            writes.add(
                    part < items.size()
                            ? Put.of(items.get(part))
                            : Delete.of(state.layout().key(job.identity(), start, part)));
        }
        Condition isStill = isStill(job);
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
        long version = before == 0 ? state.now().toEpochMilli() : job.stamp().version();
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
}
