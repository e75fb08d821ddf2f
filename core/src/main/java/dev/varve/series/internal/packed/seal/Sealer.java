package dev.varve.series.internal.packed.seal;

import dev.varve.error.Rejected;
import dev.varve.internal.AsyncLoop;
import dev.varve.key.Parts;
import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.series.internal.packed.block.BlockLoader;
import dev.varve.series.internal.packed.bucket.Bucket;
import dev.varve.series.internal.packed.bucket.Tails;
import dev.varve.series.internal.packed.hold.ConsumerHolds;
import dev.varve.series.internal.packed.step.PackedState;
import dev.varve.series.internal.packed.step.StepLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * Writes buckets as blocks. A round takes views of some buckets, writes their blocks if nobody else has written them since,
 * and notes the result. Rows may arrive meanwhile; they stay in memory and in the journal.
 */
public final class Sealer {

    /** A bucket is sealed this long after it closed or changed, so that stragglers do not cost a write each. */
    static final Duration DELAY = Duration.ofSeconds(30);

    /**
     * A sealed bucket stays in memory this long: eventually consistent reads may not see its block at once, and rows of rollups
     * follow some seconds later.
     */
    private static final Duration KEPT_SEALED = Duration.ofMinutes(2);

    /** The most buckets of one round: its blocks are in memory together. */
    private static final int MAX_ROUND = 512;

    private final PackedState state;
    private final StepLoop loop;
    private final ConsumerHolds holds;
    private final Joiner joiner;
    private final SealWrites writes;
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
    private volatile long trimmed;

    /** Up to which record blocks held all rows when all buckets were last looked at. */
    private volatile long sealedTo;

    /** Whether blocks may hold the rows of more records by now. */
    private volatile boolean mustLook = true;

    public Sealer(PackedState state, StepLoop loop, ConsumerHolds holds, Joiner joiner, SealWrites writes) {
        this.state = state;
        this.loop = loop;
        this.holds = holds;
        this.joiner = joiner;
        this.writes = writes;
    }

    /** Sets other limits than those of DynamoDB, for tests. */
    public void limit(int blockBytes, long transactionBytes) {
        writes.limit(blockBytes, transactionBytes);
    }

    /** Seals all buckets with rows that no block holds. */
    public CompletableFuture<Void> sealAll() {
        return afterLast(bucket -> true);
    }

    /** Seals the buckets that closed, or changed after they closed, some time ago. */
    public CompletableFuture<Void> sealDue() {
        long nowTicks = state.ticks(state.now());
        if (!mustLook && state.memory().firstEnd() > nowTicks) {
            // While all buckets are open, none can be sealed or dropped. A look at a million of them takes long.
            return trimAfterLast();
        }
        long nowMillis = state.now().toEpochMilli();
        return afterLast(
                bucket -> bucket.range().to() <= nowTicks && bucket.sinceMillis() + DELAY.toMillis() <= nowMillis);
    }

    /** Runs one sealing after the other: two would write the same blocks. */
    private synchronized CompletableFuture<Void> afterLast(Predicate<Bucket> isDue) {
        Map<Bucket, Rejected> refused = new HashMap<>();
        Deque<Found> found = new ArrayDeque<>();
        last = last.exceptionally(failed -> null)
                .thenCompose(before -> AsyncLoop.whileTrue(
                        () -> round(bucket -> !refused.containsKey(bucket) && isDue.test(bucket), found, refused)))
                .thenCompose(done -> trim())
                .thenAccept(done -> refused.values().stream().findFirst().ifPresent(first -> {
                    throw first;
                }));
        return last;
    }

    /** Trims the journal as far as consumers have read it since all buckets were looked at. */
    private synchronized CompletableFuture<Void> trimAfterLast() {
        last = last.exceptionally(failed -> null).thenCompose(before -> trim(sealedTo));
        return last;
    }

    /** Returns up to which record the journal was trimmed. */
    long trimmed() {
        return trimmed;
    }

    /** Forgets how far the journal was trimmed, because another journal has begun. */
    public void restart() {
        trimmed = 0;
        sealedTo = 0;
        mustLook = true;
    }

    /** A bucket that is due. */
    private record Found(Parts identity, Bucket bucket) {}

    /**
     * Seals some buckets; returns whether there may be more.
     *
     * @param found buckets that were due when all were last looked at, and are not sealed yet
     */
    private CompletableFuture<Boolean> round(
            Predicate<Bucket> isDue, Deque<Found> found, Map<Bucket, Rejected> refused) {
        List<SealWrites.Job> jobs = new ArrayList<>();
        boolean isLook = found.isEmpty();
        return loop.run(() -> collect(isDue, found, jobs))
                .thenCompose(collected -> write(jobs))
                .thenCompose(results -> loop.runAsync(() -> finish(results, refused))
                        .thenApply(finished -> {
                            boolean isForeign = results.stream().anyMatch(SealWrites.Result::isForeign);
                            if (isForeign) {
                                // They were read again: other objects stand for them.
                                found.clear();
                            }
                            return isForeign || !isLook || jobs.size() == MAX_ROUND;
                        }));
    }

    /** Seals and drops the oldest buckets; called in the loop, when there are too many rows in memory. */
    public CompletableFuture<Void> relieve(Predicate<Bucket> isDue) {
        mustLook = true;
        Map<Bucket, Rejected> refused = new HashMap<>();
        Deque<Found> found = new ArrayDeque<>();
        return AsyncLoop.whileTrue(() -> {
            List<SealWrites.Job> jobs = new ArrayList<>();
            state.memory().locked(() -> {
                collect(bucket -> !refused.containsKey(bucket) && isDue.test(bucket), found, jobs);
                return true;
            });
            return write(jobs)
                    .thenCompose(results -> finish(results, refused))
                    .thenApply(done -> jobs.size() == MAX_ROUND);
        });
    }

    /** Takes the buckets of one round from those that were found; looks at all buckets if none is left. */
    private void collect(Predicate<Bucket> isDue, Deque<Found> found, List<SealWrites.Job> jobs) {
        Tails tails = state.memory().tails();
        Predicate<Bucket> isWanted = bucket -> bucket.isDirty() && !bucket.isSealing() && isDue.test(bucket);
        if (found.isEmpty()) {
            tails.forEach((identity, bucket) -> {
                if (isWanted.test(bucket)) {
                    found.add(new Found(identity, bucket));
                }
            });
        }
        while (jobs.size() < MAX_ROUND && !found.isEmpty()) {
            Found next = found.remove();
            Bucket bucket = next.bucket();
            // Meanwhile another one may have taken its place.
            boolean isHeld = tails.find(next.identity(), bucket.range().from()) == bucket;
            if (isHeld && isWanted.test(bucket)) {
                bucket.sealing(true);
                jobs.add(new SealWrites.Job(
                        next.identity(),
                        bucket,
                        bucket.rows(),
                        BlockItems.Stamp.next(bucket.stamp(), state.journals().writer(), bucket.dirtyTo()),
                        bucket.bytes()));
            }
        }
    }

    private CompletableFuture<List<SealWrites.Result>> write(List<SealWrites.Job> jobs) {
        return writes.writeAll(jobs).whenComplete((results, error) -> {
            if (error != null) {
                state.memory().locked(() -> {
                    jobs.forEach(job -> job.bucket().sealing(false));
                    return true;
                });
            }
        });
    }

    /** Notes what was sealed; reads buckets again that another process has written. */
    private CompletableFuture<Void> finish(List<SealWrites.Result> results, Map<Bucket, Rejected> refused) {
        List<BlockLoader.BucketPlace> foreign = new ArrayList<>();
        long nowMillis = state.now().toEpochMilli();
        state.memory().locked(() -> {
            for (SealWrites.Result result : results) {
                Bucket bucket = result.job().bucket();
                bucket.sealing(false);
                Integer parts = result.parts();
                if (result.refused() != null) {
                    refused.put(bucket, result.refused());
                } else if (parts == null) {
                    foreign.add(new BlockLoader.BucketPlace(
                            result.job().identity(), bucket.range().from()));
                } else {
                    bucket.sealed(result.job().stamp(), parts, result.generation(), nowMillis);
                    joiner.sealed(result.job().identity(), bucket.range());
                }
            }
            return true;
        });
        return foreign.isEmpty() ? CompletableFuture.completedFuture(null) : loop.reload(foreign);
    }

    /** Drops buckets that are closed and sealed, and the records of the journal that no bucket needs any more. */
    private CompletableFuture<Void> trim() {
        long closedTicks = state.ticks(state.now().minus(KEPT_SEALED));
        long nowMillis = state.now().toEpochMilli();
        return loop.run(() -> {
                    mustLook = false;
                    Tails tails = state.memory().tails();
                    tails.removeIf((identity, bucket) -> !bucket.isDirty()
                            && !bucket.isSealing()
                            && bucket.range().to() <= closedTicks
                            && bucket.sinceMillis() + KEPT_SEALED.toMillis() <= nowMillis);
                    tails.findFirstEnd();
                    long[] upTo = {state.memory().lastApplied()};
                    tails.forEach((identity, bucket) -> {
                        if (bucket.isDirty()) {
                            upTo[0] = Math.min(upTo[0], bucket.dirtyFrom() - 1);
                        }
                    });
                    sealedTo = upTo[0];
                })
                .thenCompose(known -> trim(sealedTo));
    }

    /** Trims the journal up to this record, as far as no consumer needs it. */
    private CompletableFuture<Void> trim(long upTo) {
        if (upTo <= trimmed) {
            return CompletableFuture.completedFuture(null);
        }
        return holds.unneeded(upTo).thenCompose(unneeded -> {
            if (unneeded <= trimmed) {
                return CompletableFuture.completedFuture(null);
            }
            return state.journals().own().trim(unneeded).thenAccept(done -> {
                trimmed = unneeded;
                loop.trimmed(unneeded);
            });
        });
    }
}
