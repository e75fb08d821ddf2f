package dev.varve.rollup.internal;

import dev.varve.internal.AsyncLoop;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows anew when something may have changed, whatever that was.
 *
 * <p>The version of a row is known before its sources are read, and the new row is only written over that version: so the
 * sources of each version were read after those of the version before, and no row can go back to what was there earlier,
 * whoever else writes it at the same time. A ring for a change always writes, also where the row stays as it is: that
 * makes whoever read the sources before the change, and has not written yet, lose.
 */
public final class RowRefresher {

    private static final int REMEMBERED_ROWS = 20_000;

    /** What a ring is for. */
    enum Cause {
        /** Something was written: whoever is still at work with older sources must not have the last word. */
        CHANGE,
        /** Nothing is known to have changed: a row that is right is left alone. */
        DOUBT
    }

    private record Place(int tier, Parts identity, Instant start) {}

    private final RollupRuntime rollup;
    // The versions this bell wrote: good enough to write over, and saves reading them.
    private final Map<Place, Long> versions = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, Long> eldest) {
            return size() > REMEMBERED_ROWS;
        }
    });

    public RowRefresher(RollupRuntime rollup) {
        this.rollup = rollup;
    }

    /** Makes a row of a series anew from what it is made of; returns whether it was written. */
    CompletableFuture<Boolean> ring(int tier, Parts identity, Instant start, Cause cause) {
        return tryRing(tier, identity, start, cause).whenComplete((written, error) -> {
            Throwable failure = error == null ? null : AsyncLoop.failure(error);
            if (failure != null && RowProblems.isOfOneRow(failure)) {
                rollup.noteFailed(RowProblems.failed(rollup.tiers().get(tier), identity, start, failure));
            }
        });
    }

    /** Rings, and passes over a row that cannot be made: the problem is noted. */
    CompletableFuture<Boolean> ringOrPassOver(int tier, Parts identity, Instant start, Cause cause) {
        return ring(tier, identity, start, cause).exceptionallyCompose(error -> {
            Throwable failure = AsyncLoop.failure(error);
            return RowProblems.isOfOneRow(failure)
                    ? CompletableFuture.completedFuture(false)
                    : CompletableFuture.failedFuture(failure);
        });
    }

    private CompletableFuture<Boolean> tryRing(int tier, Parts identity, Instant start, Cause cause) {
        Place place = new Place(tier, identity, start);
        if (isSealed(place)) {
            return CompletableFuture.completedFuture(false);
        }
        Long known = cause == Cause.CHANGE ? versions.get(place) : null;
        if (known != null) {
            return write(place, known, null, cause);
        }
        return rollup.tiers()
                .get(tier)
                .read(identity, start)
                .thenCompose(row -> write(place, TierRows.version(row), row, cause));
    }

    private boolean isSealed(Place place) {
        return rollup.form().retention().isSealed(place.tier(), place.start(), rollup.now());
    }

    private CompletableFuture<Boolean> write(Place place, long version, @Nullable Item row, Cause cause) {
        TierRows rows = rollup.tiers().get(place.tier());
        return rollup.fold(place.tier(), place.identity(), place.start()).thenCompose(folded -> {
            // Looked at again: a process that was suspended before it read may have missed what expired meanwhile.
            if (isSealed(place)) {
                return CompletableFuture.completedFuture(false);
            }
            boolean isRight = row == null
                    ? folded.sources() == 0
                    : RowComparison.isSame(rollup.form().declared(), rows.content(row), folded.row());
            if (cause == Cause.DOUBT && isRight) {
                rollup.noteWritten(rows, place.identity(), place.start(), folded.row());
                return CompletableFuture.completedFuture(false);
            }
            return rows.write(place.identity(), place.start(), folded.row(), version + 1, rows.isStill(version))
                    .thenCompose(written -> {
                        if (written) {
                            versions.put(place, version + 1);
                            rollup.noteWritten(rows, place.identity(), place.start(), folded.row());
                            return folded.sources() == 0
                                    ? removeIfDeleted(place, version + 1)
                                    : CompletableFuture.completedFuture(true);
                        }
                        versions.remove(place);
                        return tryRing(place.tier(), place.identity(), place.start(), cause);
                    });
        });
    }

    /*
     * A series that is deleted leaves the list before its rows are removed. Its changes may ring later, and each ring writes a
     * row that counts nothing. The list is read after that write: a series that is still on it then loses its rows later, this
     * one among them; the row of one that is not is removed here, unless somebody has written the row again.
     */
    private CompletableFuture<Boolean> removeIfDeleted(Place place, long version) {
        return rollup.source().isListed(place.identity()).thenCompose(isListed -> {
            if (isListed) {
                return CompletableFuture.completedFuture(true);
            }
            versions.remove(place);
            return rollup.tiers()
                    .get(place.tier())
                    .remove(place.identity(), place.start(), version)
                    .thenApply(removed -> true);
        });
    }
}
