package dev.varve.rollup.internal;

import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.rollup.internal.definition.RowMapping;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    /** The most rows that are computed before they are written together. */
    private static final int MAX_ROWS_AT_ONCE = 500;

    record Place(int tier, Parts identity, Instant start) {}

    /** A row that was computed, and the version of the stored one that it replaces. */
    private record Computed(Place place, long version, RollupRuntime.Folded folded) {

        TierRows.Replaced replaced() {
            return new TierRows.Replaced(place.identity(), place.start(), folded.row(), version);
        }
    }

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
        Place place = new Place(tier, identity, start);
        return noted(place, tryRefresh(place, cause));
    }

    /** Computes rows of one tier again whose sources changed, and writes them together if the table gains by it. */
    CompletableFuture<Void> refreshChanged(int tier, List<Place> places) {
        int atOnce = Math.min(rollup.tiers().get(tier).writesAtOnce(), MAX_ROWS_AT_ONCE);
        if (atOnce == 1) {
            return ParallelCalls.map(places, rollup.parallel(), place -> noted(place, tryRefresh(place, Cause.CHANGE)))
                    .thenAccept(refreshed -> {});
        }
        List<Place> ordered = together(rollup.tiers().get(tier).mapping(), places);
        List<List<Place>> groups = new ArrayList<>();
        for (int from = 0; from < ordered.size(); from += atOnce) {
            groups.add(ordered.subList(from, Math.min(from + atOnce, ordered.size())));
        }
        return ParallelCalls.map(groups, 1, group -> refreshTogether(tier, group))
                .thenAccept(refreshed -> {});
    }

    /** Returns the places in an order in which those of one page follow each other. */
    private static List<Place> together(RowMapping mapping, List<Place> places) {
        if (!mapping.isPaged()) {
            return places;
        }
        Map<Place, List<Place>> pages = new LinkedHashMap<>();
        for (Place place : places) {
            Place page = new Place(
                    place.tier(),
                    place.identity(),
                    mapping.pageRange(place.start()).from());
            pages.computeIfAbsent(page, first -> new ArrayList<>()).add(place);
        }
        return pages.values().stream().flatMap(List::stream).toList();
    }

    private CompletableFuture<Void> refreshTogether(int tier, List<Place> places) {
        return ParallelCalls.map(places, rollup.parallel(), place -> noted(place, computed(place, Cause.CHANGE)))
                .thenCompose(all -> {
                    List<Computed> rows = all.stream().flatMap(Optional::stream).toList();
                    List<CompletableFuture<Boolean>> written = rollup.tiers()
                            .get(tier)
                            .writeEach(rows.stream().map(Computed::replaced).toList());
                    List<CompletableFuture<Boolean>> ended = new ArrayList<>();
                    for (int i = 0; i < rows.size(); i++) {
                        Computed row = rows.get(i);
                        ended.add(noted(
                                row.place(),
                                written.get(i).thenCompose(isWritten -> ended(row, isWritten, Cause.CHANGE))));
                    }
                    return CompletableFuture.allOf(ended.toArray(CompletableFuture[]::new));
                });
    }

    /** Records the problem if an error concerns this row alone. */
    private <T> CompletableFuture<T> noted(Place place, CompletableFuture<T> result) {
        return result.whenComplete((done, error) -> {
            Throwable failure = error == null ? null : AsyncLoop.failure(error);
            if (failure != null && RowProblems.isOfOneRow(failure)) {
                rollup.noteFailed(
                        RowProblems.failed(rollup.tiers().get(place.tier()), place.identity(), place.start(), failure));
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

    private CompletableFuture<Boolean> tryRefresh(Place place, Cause cause) {
        TierRows rows = rollup.tiers().get(place.tier());
        return computed(place, cause)
                .thenCompose(row -> row.isEmpty()
                        ? CompletableFuture.completedFuture(false)
                        : rows.write(row.get().replaced())
                                .thenCompose(isWritten -> ended(row.get(), isWritten, cause)));
    }

    /** Computes a row; empty if there is nothing to write. */
    private CompletableFuture<Optional<Computed>> computed(Place place, Cause cause) {
        if (isSealed(place)) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        Long known = cause == Cause.CHANGE ? knownVersion(place) : null;
        if (known != null) {
            return computed(place, known, null, cause);
        }
        return rollup.tiers()
                .get(place.tier())
                .read(place.identity(), place.start())
                .thenCompose(row -> computed(place, TierRows.version(row), row, cause));
    }

    private @Nullable Long knownVersion(Place place) {
        TierRows rows = rollup.tiers().get(place.tier());
        return rows.mapping().isPaged() ? rows.knownVersion(place.identity(), place.start()) : versions.get(place);
    }

    private boolean isSealed(Place place) {
        return rollup.compiled().retention().isSealed(place.tier(), place.start(), rollup.now());
    }

    private CompletableFuture<Optional<Computed>> computed(Place place, long version, @Nullable Item row, Cause cause) {
        TierRows rows = rollup.tiers().get(place.tier());
        return rollup.fold(place.tier(), place.identity(), place.start()).thenApply(folded -> {
            // Checked again: if the process was suspended before the read, some of the source may have expired.
            if (isSealed(place)) {
                return Optional.empty();
            }
            if (cause == Cause.CHECK && isCorrect(rows, row, folded)) {
                rollup.noteWritten(rows, place.identity(), place.start(), folded.row());
                return Optional.empty();
            }
            return Optional.of(new Computed(place, version, folded));
        });
    }

    private boolean isCorrect(TierRows rows, @Nullable Item row, RollupRuntime.Folded folded) {
        return row == null
                ? folded.sources() == 0
                : RowComparison.isSame(rollup.compiled().declared(), rows.content(row), folded.row());
    }

    /** Ends the write of a row; begins again if another writer was faster. */
    private CompletableFuture<Boolean> ended(Computed row, boolean isWritten, Cause cause) {
        Place place = row.place();
        if (!isWritten) {
            versions.remove(place);
            return tryRefresh(place, cause);
        }
        if (!rollup.tiers().get(place.tier()).mapping().isPaged()) {
            versions.put(place, row.version() + 1);
        }
        rollup.noteWritten(
                rollup.tiers().get(place.tier()),
                place.identity(),
                place.start(),
                row.folded().row());
        return row.folded().sources() == 0
                ? removeIfDeleted(place, row.version() + 1)
                : CompletableFuture.completedFuture(true);
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
