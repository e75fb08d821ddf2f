package dev.varve.rollup.internal;

import dev.varve.error.ItemTooLarge;
import dev.varve.error.Rejected;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.key.Grain;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.key.internal.ParsedKey;
import dev.varve.rollup.Group;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the rows of one rollup right: rings for what changed, closes buckets whose time has passed, and refreshes groups.
 *
 * <p>A change rings the row of its bucket in the shortest tier. Rows of longer tiers are made when their bucket closes;
 * a change that comes after that rings them too. Called by one thread at a time.
 */
public final class RollupWorker implements ChangeHandler {

    /** A bucket is closed this long after its end, so that what was written at its end is there. */
    static final Duration GRACE = Duration.ofMinutes(1);

    /** So long at most a tick makes rows of groups anew. */
    private static final Duration MOST_REFRESHING = Duration.ofSeconds(5);

    /** Events may be ahead of the clock, by a day unless their series says otherwise; rows of a month hold them all. */
    public static final Duration AHEAD = Duration.ofDays(31);

    private record Bucket(Parts identity, Instant start) {}

    private final OpenRollup rollup;
    private final RowRefresher bell;
    private final boolean hasGroups;
    private @Nullable Instant groupsRefreshed;
    private final Map<Integer, Instant> closed = new HashMap<>();

    public RollupWorker(OpenRollup rollup) {
        if (rollup.form().isZoned()) {
            throw new Rejected(
                    "rollup.zoned-worker",
                    "rows of series %s follow the zones of %s, each with a worker of its own: take rollup().worker()"
                            .formatted(
                                    rollup.form().events().series(),
                                    Objects.requireNonNull(
                                                    rollup.form().events().zones())
                                            .source()));
        }
        this.rollup = rollup;
        this.bell = new RowRefresher(rollup);
        this.hasGroups = !rollup.form().declared().groups().isEmpty();
    }

    /** Makes all rows anew that these changes may have made stale; completes once they are written. */
    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        Set<Bucket> buckets = new LinkedHashSet<>();
        Map<Instant, Set<String>> gone = new HashMap<>();
        for (Change change : changes) {
            if (change.cause() == Change.Cause.EXPIRY) {
                continue;
            }
            ParsedKey event = rollup.source().find(change.key()).orElse(null);
            Instant start = event == null ? null : rollup.tiers().get(0).form().start(event.clock());
            if (event != null && start != null && !isSealed(0, start)) {
                Parts identity =
                        event.parts().only(rollup.form().events().layout().identity());
                buckets.add(new Bucket(identity, start));
                if (hasGroups) {
                    gone.computeIfAbsent(start, first -> new TreeSet<>()).addAll(left(change));
                }
            }
        }
        // What is to be closed must be known before the first row is written that a closing has to look at.
        return ready().thenCompose(known -> ring(0, buckets)).thenCompose(rung -> ringAbove(1, buckets, gone));
    }

    /** Looks at all rows that may have changed lately; further back than a year only if the series takes such events. */
    @Override
    public CompletableFuture<Void> handleTrimmed() {
        Instant now = rollup.now();
        Instant from = rollup.form().retention().changedSince(now);
        return new RollupAudit(rollup, new TimeRange(from, now.plus(AHEAD)), bell, done -> {})
                .run()
                .thenAccept(report -> {});
    }

    private boolean isSealed(int tier, Instant start) {
        return rollup.form().retention().isSealed(tier, start, rollup.now());
    }

    /** Returns the values of groups that the event had before and does not have any more. */
    private Set<String> left(Change change) {
        Set<String> left = new TreeSet<>();
        for (Group group : rollup.form().declared().groups()) {
            if (group.field() != null) {
                String attribute = rollup.form()
                        .events()
                        .mapping()
                        .component(group.field())
                        .attribute();
                String before = RowFold.groupValue(value(change.before(), attribute));
                if (before != null && !before.equals(RowFold.groupValue(value(change.after(), attribute)))) {
                    left.add(group.name() + "=" + before);
                }
            }
        }
        return left;
    }

    private @Nullable Value value(@Nullable Item event, String attribute) {
        return event == null ? null : rollup.source().restored(event).value(attribute);
    }

    private CompletableFuture<Void> ring(int tier, Set<Bucket> buckets) {
        return ParallelCalls.map(
                        List.copyOf(buckets),
                        rollup.parallel(),
                        bucket -> bell.ring(tier, bucket.identity(), bucket.start(), RowRefresher.Cause.CHANGE))
                .thenAccept(rung -> {});
    }

    /** Goes on with a tier whose lower one is done; the clock is looked at only now, so that closing is not missed. */
    private CompletableFuture<Void> ringAbove(int tier, Set<Bucket> below, Map<Instant, Set<String>> gone) {
        CompletableFuture<Void> groups = mark(tier - 1, below, gone);
        if (tier == rollup.tiers().size()) {
            return groups;
        }
        Instant now = rollup.now();
        Set<Bucket> above = new LinkedHashSet<>();
        Map<Instant, Set<String>> goneAbove = new HashMap<>();
        for (Bucket bucket : below) {
            TimeRange whole = rollup.bucket(tier, bucket.start());
            if (!whole.to().isAfter(now) && !isSealed(tier, whole.from())) {
                above.add(new Bucket(bucket.identity(), whole.from()));
                goneAbove
                        .computeIfAbsent(whole.from(), first -> new TreeSet<>())
                        .addAll(gone.getOrDefault(bucket.start(), Set.of()));
            }
        }
        return groups.thenCompose(marks -> ring(tier, above))
                .thenCompose(rung -> above.isEmpty()
                        ? CompletableFuture.completedFuture(null)
                        : ringAbove(tier + 1, above, goneAbove));
    }

    private CompletableFuture<Void> mark(int tier, Set<Bucket> buckets, Map<Instant, Set<String>> gone) {
        if (!hasGroups) {
            return CompletableFuture.completedFuture(null);
        }
        Set<Instant> starts = new LinkedHashSet<>();
        buckets.forEach(bucket -> starts.add(bucket.start()));
        // Each time anew, though it may be marked already: another worker may be about to take that mark away.
        return ParallelCalls.map(
                        List.copyOf(starts),
                        rollup.parallel(),
                        start -> mark(tier, start, gone.getOrDefault(start, Set.of())))
                .thenAccept(marked -> {});
    }

    /** Where a mark cannot hold all values that are gone, their rows are made anew at once. */
    private CompletableFuture<Void> mark(int tier, Instant start, Set<String> gone) {
        RollupState state = rollup.state();
        return state.mark(grain(tier), start, gone).exceptionallyCompose(error -> {
            Throwable cause = AsyncLoop.failure(error);
            return cause instanceof ItemTooLarge && !gone.isEmpty()
                    ? GroupRows.refresh(rollup, tier, start, gone, rollup::noteFailed)
                            .thenCompose(refreshed -> state.mark(grain(tier), start, Set.of()))
                    : CompletableFuture.failedFuture(cause);
        });
    }

    private Grain grain(int tier) {
        return rollup.tiers().get(tier).form().tier().grain();
    }

    /** Closes the buckets whose time has passed, and refreshes groups if it is time for it. */
    @Override
    public CompletableFuture<Void> tick() {
        CompletableFuture<Void> done = ready();
        for (int tier = 1; tier < rollup.tiers().size(); tier++) {
            int each = tier;
            done = done.thenCompose(before -> closeDue(each));
        }
        return done.thenCompose(closing -> refreshGroups(false));
    }

    /** Learns how far each tier is closed; a new one is closed up to now, by those who ring. */
    CompletableFuture<Void> ready() {
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        for (int tier = 1; tier < rollup.tiers().size(); tier++) {
            if (!closed.containsKey(tier)) {
                int each = tier;
                done = done.thenCompose(before -> learn(each));
            }
        }
        return done;
    }

    private CompletableFuture<Void> learn(int tier) {
        RollupState state = rollup.state();
        RowMapping form = rollup.tiers().get(tier).form();
        return state.isNoted(grain(tier))
                .thenCompose(isNoted -> state.closed(grain(tier))
                        .thenCompose(stored -> isNoted && stored.isPresent()
                                ? CompletableFuture.completedFuture(stored.get())
                                : state.begin(grain(tier), form.start(stored.orElseGet(rollup::now)))))
                .thenCompose(from -> notAhead(tier, from))
                .thenAccept(from -> closed.put(tier, from));
    }

    /** Returns up to where a tier is closed: where a clock was ahead and closed buckets that are not over, they are not. */
    private CompletableFuture<Instant> notAhead(int tier, Instant noted) {
        Instant now = rollup.now();
        if (!noted.isAfter(now)) {
            return CompletableFuture.completedFuture(noted);
        }
        Instant start = rollup.tiers().get(tier).form().start(now);
        return rollup.state().reopen(grain(tier), start).thenApply(reopened -> start);
    }

    private CompletableFuture<Void> closeDue(int tier) {
        return notAhead(tier, Objects.requireNonNull(closed.get(tier))).thenCompose(known -> closeDue(tier, known));
    }

    private CompletableFuture<Void> closeDue(int tier, Instant known) {
        closed.put(tier, known);
        TimeRange bucket = rollup.bucket(tier, known);
        Instant below = tier == 1 ? Instant.MAX : closed.getOrDefault(tier - 1, Instant.MIN);
        if (bucket.to().plus(GRACE).isAfter(rollup.now()) || bucket.to().isAfter(below)) {
            return CompletableFuture.completedFuture(null);
        }
        return close(tier, bucket.from())
                .thenCompose(rung -> hasGroups
                        ? GroupRows.refresh(rollup, tier, bucket.from(), Set.of(), rollup::noteFailed)
                        : CompletableFuture.completedFuture(null))
                .thenCompose(refreshed -> rollup.state().close(grain(tier), bucket.to()))
                .thenCompose(noted -> {
                    closed.put(tier, bucket.to());
                    return closeDue(tier);
                });
    }

    private CompletableFuture<Void> close(int tier, Instant start) {
        return rollup.forMembers(
                start,
                members -> ParallelCalls.map(
                        members,
                        rollup.parallel(),
                        member -> bell.ringOrPassOver(tier, member, start, RowRefresher.Cause.DOUBT)));
    }

    /** Makes the rows of groups anew that are marked as stale, at once or if the last time is long enough ago. */
    public CompletableFuture<Void> refreshGroups(boolean atOnce) {
        Instant now = rollup.now();
        Duration every = rollup.form().declared().groupRefresh();
        boolean isDue = groupsRefreshed == null || !now.isBefore(groupsRefreshed.plus(every));
        if (!hasGroups || !(atOnce || isDue)) {
            return CompletableFuture.completedFuture(null);
        }
        Instant end = atOnce ? Instant.MAX : now.plus(MOST_REFRESHING);
        AtomicBoolean isAllDone = new AtomicBoolean(true);
        return rollup.state()
                .marks()
                .thenCompose(marks -> refresh(marks, end, isAllDone))
                // What is left is gone on with by the next tick: changes and alerts do not wait for it.
                .thenRun(() -> groupsRefreshed = isAllDone.get() ? now : null);
    }

    private CompletableFuture<Void> refresh(List<RollupState.Mark> marks, Instant end, AtomicBoolean isAllDone) {
        List<RollupState.Mark> newestFirst = marks.stream()
                .sorted(Comparator.comparing(RollupState.Mark::start).reversed())
                .toList();
        return ParallelCalls.map(newestFirst, 1, mark -> {
                    if (rollup.now().isAfter(end)) {
                        isAllDone.set(false);
                        return CompletableFuture.<Void>completedFuture(null);
                    }
                    int tier = tierOf(mark);
                    boolean isOver =
                            tier < 0 || rollup.form().retention().isGroupSealed(tier, mark.start(), rollup.now());
                    return isOver
                            ? rollup.state().unmark(mark)
                            : GroupRows.refresh(rollup, tier, mark.start(), mark.gone(), rollup::noteFailed)
                                    .thenCompose(done -> rollup.state().unmark(mark));
                })
                .thenAccept(done -> {});
    }

    /** Returns the tier a mark is for, or -1 for one that is not declared any more. */
    private int tierOf(RollupState.Mark mark) {
        for (int tier = 0; tier < rollup.tiers().size(); tier++) {
            if (grain(tier) == mark.grain()) {
                return tier;
            }
        }
        return -1;
    }
}
