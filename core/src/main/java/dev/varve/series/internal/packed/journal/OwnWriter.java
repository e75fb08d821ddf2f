package dev.varve.series.internal.packed.journal;

import static dev.varve.table.AttributePath.attr;

import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import dev.varve.internal.AsyncLoop;
import dev.varve.item.Item;
import dev.varve.table.Capacity;
import dev.varve.table.Delete;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The lease of this process on its writer name, and how far its journal is.
 *
 * <p>The lease tells other processes when they may take over. It is not what keeps two processes apart: that is the fence.
 * But a fence expires with the frames, so a writer whose lease has ended renews it before it appends, and learns so that
 * it was fenced long ago.
 */
final class OwnWriter {

    /** What a writer that closes leaves in its journal. */
    enum Left {
        NOTHING,
        RECORDS
    }

    private final JournalTable table;
    private final String name;
    private final Key key;
    private final AtomicLong trimmed = new AtomicLong();
    private final AtomicLong firstUntil = new AtomicLong();

    private volatile boolean hasBegun;
    private volatile long until;
    private volatile long last;
    private volatile @Nullable VarveException ended;

    OwnWriter(JournalTable table, String name) {
        this.table = table;
        this.name = name;
        this.key = table.writerKey(name);
    }

    String name() {
        return name;
    }

    long last() {
        return last;
    }

    void reached(long number) {
        last = number;
    }

    long trimmed() {
        return trimmed.get();
    }

    /** Notes that records up to this number are obsolete; the next renewal stores it. */
    void trim(long number) {
        trimmed.accumulateAndGet(Math.min(number, last), Math::max);
    }

    /** Ends this writer: from now on appends and renewals fail with the returned error. */
    WriterFenced fenced(String why) {
        WriterFenced error = new WriterFenced(table.series(), name, why);
        ended = error;
        return error;
    }

    /** Takes the lease if there is none yet, and renews it if it has ended by the clock of this process. */
    CompletableFuture<Capacity> ready() {
        VarveException end = ended;
        if (end != null) {
            return CompletableFuture.failedFuture(end);
        }
        if (!hasBegun) {
            return begin().thenCompose(begun -> ready().thenApply(begun::plus));
        }
        return table.now().toEpochMilli() < until ? CompletableFuture.completedFuture(Capacity.NONE) : renew();
    }

    private CompletableFuture<Capacity> begin() {
        // Every attempt writes the same value, so that an attempt whose response was lost is recognised.
        firstUntil.compareAndSet(0, leaseEnd());
        Put put = Put.of(table.keyed(key, WriterItem.initial(firstUntil.get())))
                .when(attr(WriterItem.UNTIL).absent());
        return table.table().put(put).thenApply(result -> {
            if (result instanceof WriteResult.ConditionFailed failed && !isOwn(failed.existing())) {
                throw fenced("another process uses this name");
            }
            until = firstUntil.get();
            hasBegun = true;
            return result.capacity();
        });
    }

    private boolean isOwn(@Nullable Item stored) {
        if (stored == null) {
            return false;
        }
        WriterItem item = WriterItem.read(name, stored);
        return item.until() == firstUntil.get() && item.fence() == 0;
    }

    /** Extends the lease and stores how far the journal is. Does nothing before the first append. */
    CompletableFuture<Capacity> renew() {
        VarveException end = ended;
        if (end != null) {
            return CompletableFuture.failedFuture(end);
        }
        return hasBegun ? save(leaseEnd()) : CompletableFuture.completedFuture(Capacity.NONE);
    }

    private CompletableFuture<Capacity> save(long newUntil) {
        Update update = Update.of(key)
                .set(WriterItem.UNTIL, newUntil)
                .set(WriterItem.TRIMMED, trimmed.get())
                .set(WriterItem.LAST, last)
                .when(WriterItem.isUnfenced());
        return table.table().update(update).thenApply(result -> {
            if (!result.isWritten()) {
                throw fenced("its lease ended and another process took its journal over");
            }
            until = newUntil;
            return result.capacity();
        });
    }

    /** Ends the lease. If nothing is left to read, removes the writer; otherwise others take the journal over. */
    CompletableFuture<Void> close(Left left) {
        boolean isOver = ended != null || !hasBegun;
        ended = new Unavailable("packed.journal-closed", "the journal of writer \"%s\" is closed".formatted(name));
        if (isOver) {
            return CompletableFuture.completedFuture(null);
        }
        if (left == Left.NOTHING) {
            return table.table()
                    .delete(Delete.of(key).when(WriterItem.isUnfenced()))
                    .thenAccept(done -> {});
        }
        return save(table.now().toEpochMilli()).thenAccept(done -> {}).exceptionallyCompose(error -> {
            // Another process has taken over; there is no lease to end.
            boolean isFenced = AsyncLoop.failure(error) instanceof WriterFenced;
            return isFenced ? CompletableFuture.completedFuture(null) : CompletableFuture.failedFuture(error);
        });
    }

    private long leaseEnd() {
        Instant end = table.now().plus(TableJournals.LEASE);
        return end.toEpochMilli();
    }
}
