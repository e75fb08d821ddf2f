package dev.varve.series.internal.packed.seal;

import dev.varve.series.internal.packed.bucket.RowMemory;
import dev.varve.series.internal.packed.step.Backlog;
import java.util.concurrent.CompletableFuture;

/** Seals the oldest rows early if too many are in memory, or the journal is too long. Used only in the loop. */
public final class Relief {

    /** The rows in memory take at most about this much; then they are sealed early. */
    private static final long MAX_TAIL_BYTES =
            Math.min(1L << 30, Runtime.getRuntime().maxMemory() / 4);

    private final RowMemory memory;
    private final Backlog backlog;
    private final Sealer sealer;

    public Relief(RowMemory memory, Backlog backlog, Sealer sealer) {
        this.memory = memory;
        this.backlog = backlog;
        this.sealer = sealer;
    }

    /** Seals rows if it is necessary; writers wait for it. */
    public CompletableFuture<Void> run() {
        if (!backlog.isCountDue() && !backlog.isTooLong()) {
            return CompletableFuture.completedFuture(null);
        }
        backlog.counted();
        boolean isFull = memory.bytes() >= MAX_TAIL_BYTES;
        if (!isFull && !backlog.isTooLong()) {
            return CompletableFuture.completedFuture(null);
        }
        backlog.trimmed();
        long last = memory.lastApplied();
        long middle = last - (last - sealer.trimmed()) / 2;
        return sealer.relieve(bucket -> isFull || bucket.dirtyFrom() <= middle).thenAccept(done -> {
            if (isFull) {
                memory.dropSealed();
            }
        });
    }
}
