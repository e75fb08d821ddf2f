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
 * Refreshes rows whose source may have changed.
 *
 * <p>The version of a row is read before its source, and the new row is written only over that version. So the source
 * of each version is read after that of the version before, and no row can go back to an older state, even with
 * concurrent writers. A refresh for a change always writes, even if the row stays the same: a concurrent writer that
 * read the source before the change then fails and starts again.
 */
final class RowRefresher {

    private static final int MAX_CACHED_VERSIONS = 20_000;

    /** The reason for a refresh. */
    enum Cause {
        /** An event changed: the row is always written, so that a concurrent writer with an older source fails. */
        CHANGE,
        /** No change is known: a correct row is left alone. */
        CHECK
    }

    private record Place(int tier, Parts identity, Instant start) {}

    private final RollupRuntime rollup;
    // The versions that this refresher wrote. They are safe to write over, and save a read.
    private final Map<Place, Long> versions = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, Long> eldest) {
            return size() > MAX_CACHED_VERSIONS;
        }
    });

    RowRefresher(RollupRuntime rollup) {
        this.rollup = rollup;
    }

    /** Computes a row of an identity again from its source; returns whether it was written. */
    CompletableFuture<Boolean> refresh(int tier, Parts identity, Instant start, Cause cause) {
        return tryRefresh(tier, identity, start, cause).whenComplete((written, error) -> {
            Throwable failure = error == null ? null : AsyncLoop.failure(error);
            if (failure != null && RowProblems.isOfOneRow(failure)) {
                rollup.noteFailed(RowProblems.failed(rollup.tiers().get(tier), identity, start, failure));
            }
        });
    }

    /** Refreshes a row; skips one that cannot be computed, after recording the problem. */
    CompletableFuture<Boolean> refreshOrSkip(int tier, Parts identity, Instant start, Cause cause) {
        return refresh(tier, identity, start, cause).exceptionallyCompose(error -> {
            Throwable failure = AsyncLoop.failure(error);
            return RowProblems.isOfOneRow(failure)
                    ? CompletableFuture.completedFuture(false)
                    : CompletableFuture.failedFuture(failure);
        });
    }

    private CompletableFuture<Boolean> tryRefresh(int tier, Parts identity, Instant start, Cause cause) {
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
        return rollup.compiled().retention().isSealed(place.tier(), place.start(), rollup.now());
    }

    private CompletableFuture<Boolean> write(Place place, long version, @Nullable Item row, Cause cause) {
        TierRows rows = rollup.tiers().get(place.tier());
        return rollup.fold(place.tier(), place.identity(), place.start()).thenCompose(folded -> {
            // Checked again: if the process was suspended before the read, some of the source may have expired.
            if (isSealed(place)) {
                return CompletableFuture.completedFuture(false);
            }
            boolean isCorrect = row == null
                    ? folded.sources() == 0
                    : RowComparison.isSame(rollup.compiled().declared(), rows.content(row), folded.row());
            if (cause == Cause.CHECK && isCorrect) {
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
                        return tryRefresh(place.tier(), place.identity(), place.start(), cause);
                    });
        });
    }

    /*
     * Deleting an identity removes it from the catalogue first, and then its rows. Its changes may arrive later, and
     * each refresh then writes a row with count 0. The catalogue is read after that write. If the identity is still
     * listed, the deletion removes this row later with all others. If not, the row is removed here, unless it was
     * written again.
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
