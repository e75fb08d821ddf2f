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
import dev.varve.rollup.Group;
import dev.varve.rollup.internal.definition.RowMapping;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
 * Maintains the rows of one rollup: refreshes rows whose events changed, closes buckets whose time has passed, and
 * refreshes groups.
 *
 * <p>A change refreshes the row of its bucket in the finest tier. Rows of coarser tiers are written when their bucket
 * closes; a later change refreshes them too. Called by one thread at a time.
 */
public final class RollupWorker implements ChangeHandler {

    /** A bucket closes this long after its end, so that it includes events that were written at its end. */
    static final Duration GRACE = Duration.ofMinutes(1);

    /** Rows of groups that readers compute again and again are refreshed this long after the last refresh, at least. */
    private static final Duration WANTED_REFRESH = Duration.ofSeconds(2);

    /** Refreshes that readers want take at most one part in this many of the time. */
    private static final int WANTED_SHARE = 10;

    /** Time budget for refreshing group rows in one tick. */
    private static final Duration MAX_GROUP_REFRESH = Duration.ofSeconds(5);

    /**
     * How far ahead of now rows may exist. Events may be ahead of the clock, by default up to a day, and a monthly row
     * may hold them.
     */
    static final Duration AHEAD = Duration.ofDays(31);

    /** While about this many rows wait for a flush, the rows of further changes are refreshed at once. */
    private static final int MAX_COLLECTED = 50_000;

    private record Bucket(Parts identity, Instant start) {}

    /** The buckets of the finest tier whose rows may be stale, and by start the group values that events no longer have. */
    private static final class StaleRows {
        private final Set<Bucket> buckets = new LinkedHashSet<>();
        private final Map<Instant, Set<String>> gone = new HashMap<>();
        private final List<Runnable> followed = new ArrayList<>();
        private int values;

        boolean isFull() {
            return buckets.size() + values >= MAX_COLLECTED;
        }
    }

    private final RollupRuntime rollup;
    private final RowRefresher refresher;
    private final boolean hasGroups;
    private final boolean hasGroupFields;
    private @Nullable Instant groupsRefreshed;
    private Duration lastRefresh = Duration.ZERO;
    // Whether the last refresh of groups found nothing to do: then the next stale row does not wait for the interval.
    private boolean isIdle;
    private StaleRows collected = new StaleRows();
    private final Map<Integer, Instant> closed = new HashMap<>();

    public RollupWorker(RollupRuntime rollup) {
        if (rollup.compiled().isZoned()) {
            throw new Rejected(
                    "rollup.zoned-worker",
                    "rows of series %s use the zones of %s, which need one worker each: use rollup().worker()"
                            .formatted(
                                    rollup.compiled().events().series(),
                                    Objects.requireNonNull(
                                                    rollup.compiled().events().zones())
                                            .source()));
        }
        this.rollup = rollup;
        this.refresher = new RowRefresher(rollup);
        this.hasGroups = !rollup.compiled().declared().groups().isEmpty();
        this.hasGroupFields = rollup.compiled().declared().groups().stream().anyMatch(group -> group.field() != null);
    }

    /** Refreshes all rows that these changes may have made stale; completes when they are written. */
    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        StaleRows stale = new StaleRows();
        add(changes, stale);
        return refresh(stale);
    }

    /** Remembers the rows that these changes may have made stale; the flush refreshes each of them once. */
    @Override
    public CompletableFuture<Boolean> collect(List<Change> changes) {
        if (collected.isFull()) {
            // Not a flush: if it failed, these changes would be blamed for earlier ones.
            return handle(changes).thenApply(done -> true);
        }
        add(changes, collected);
        return CompletableFuture.completedFuture(!collected.buckets.isEmpty());
    }

    @Override
    public CompletableFuture<Void> flush() {
        StaleRows stale = collected;
        collected = new StaleRows();
        return refresh(stale);
    }

    private void add(List<Change> changes, StaleRows stale) {
        for (Change change : changes) {
            if (change.cause() == Change.Cause.EXPIRY) {
                continue;
            }
            rollup.source().touched(change, event -> add(event, stale));
            Runnable followed = rollup.source().whenFollowed(change);
            if (followed != null) {
                stale.followed.add(followed);
            }
        }
    }

    /** Adds the row of an event; returns the end of its bucket. */
    private Instant add(TouchedEvent event, StaleRows stale) {
        Instant start = rollup.tiers().get(0).mapping().start(event.clock());
        if (!isSealed(0, start)) {
            Parts identity =
                    event.identity().only(rollup.compiled().events().layout().identity());
            stale.buckets.add(new Bucket(identity, start));
            if (hasGroups) {
                Set<String> left = left(event);
                stale.gone.computeIfAbsent(start, first -> new TreeSet<>()).addAll(left);
                stale.values += left.size();
            }
        }
        return rollup.tiers().get(0).mapping().end(start);
    }

    private CompletableFuture<Void> refresh(StaleRows stale) {
        // The closing state must be recorded before the first row is written that a closing has to include.
        return ready().thenCompose(known -> refreshRows(0, stale.buckets))
                .thenCompose(refreshed -> refreshAbove(1, stale.buckets, stale.gone))
                .thenRun(() -> stale.followed.forEach(Runnable::run));
    }

    /**
     * Audits all rows that may have changed lately; further back than a year only if the series accepts such late
     * events.
     */
    @Override
    public CompletableFuture<Void> handleTrimmed() {
        Instant now = rollup.now();
        Instant from = rollup.compiled().retention().changedSince(now);
        return new RollupAudit(rollup, new TimeRange(from, now.plus(AHEAD)), refresher, done -> {})
                .run()
                .thenAccept(report -> {});
    }

    private boolean isSealed(int tier, Instant start) {
        return rollup.compiled().retention().isSealed(tier, start, rollup.now());
    }

    /** Returns the group values that the event had before the change and no longer has. */
    private Set<String> left(TouchedEvent event) {
        Item old = hasGroupFields ? event.before().get() : null;
        if (old == null) {
            return Set.of();
        }
        Item now = event.after().get();
        Set<String> left = new TreeSet<>();
        for (Group group : rollup.compiled().declared().groups()) {
            if (group.field() != null) {
                String attribute = rollup.compiled().events().mapping().attribute(group.field());
                String before = RowFold.groupValue(value(old, attribute));
                if (before != null && !before.equals(RowFold.groupValue(value(now, attribute)))) {
                    left.add(group.name() + "=" + before);
                }
            }
        }
        return left;
    }

    private static @Nullable Value value(@Nullable Item event, String attribute) {
        return event == null ? null : event.value(attribute);
    }

    private CompletableFuture<Void> refreshRows(int tier, Set<Bucket> buckets) {
        return refresher.refreshChanged(
                tier,
                buckets.stream()
                        .map(bucket -> new RowRefresher.Place(tier, bucket.identity(), bucket.start()))
                        .toList());
    }

    /** Refreshes a tier after the tier below. The clock is read only now, so that no closing is missed. */
    private CompletableFuture<Void> refreshAbove(int tier, Set<Bucket> below, Map<Instant, Set<String>> gone) {
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
        return groups.thenCompose(marks -> refreshRows(tier, above))
                .thenCompose(refreshed -> above.isEmpty()
                        ? CompletableFuture.completedFuture(null)
                        : refreshAbove(tier + 1, above, goneAbove));
    }

    private CompletableFuture<Void> mark(int tier, Set<Bucket> buckets, Map<Instant, Set<String>> gone) {
        if (!hasGroups) {
            return CompletableFuture.completedFuture(null);
        }
        Set<Instant> starts = new LinkedHashSet<>();
        buckets.forEach(bucket -> starts.add(bucket.start()));
        if (isIdle && !starts.isEmpty()) {
            groupsRefreshed = null;
        }
        // Marked every time, even if it is marked already: another worker may be about to remove that mark.
        return ParallelCalls.map(
                        List.copyOf(starts),
                        rollup.parallel(),
                        start -> mark(tier, start, gone.getOrDefault(start, Set.of())))
                .thenAccept(marked -> {});
    }

    /**
     * Marks the group rows of a bucket as stale. If a mark cannot hold all values that are gone, refreshes their rows
     * at once.
     */
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
        return rollup.tiers().get(tier).mapping().tier().grain();
    }

    /** Closes the buckets whose time has passed, and refreshes groups if a refresh is due. */
    @Override
    public CompletableFuture<Void> tick() {
        CompletableFuture<Void> done = ready();
        for (int tier = 1; tier < rollup.tiers().size(); tier++) {
            int each = tier;
            done = done.thenCompose(before -> closeDue(each));
        }
        // A worker of one zone leaves it to that of all zones.
        return done.thenCompose(closing -> rollup.compiled().events().zones() == null
                        ? rollup.backfill().tick()
                        : CompletableFuture.completedFuture(null))
                .thenCompose(filled -> refreshGroups(false));
    }

    /** Loads how far each tier is closed. A new tier counts as closed up to now; refreshes write its earlier rows. */
    CompletableFuture<Void> ready() {
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        for (int tier = 1; tier < rollup.tiers().size(); tier++) {
            if (!closed.containsKey(tier)) {
                int each = tier;
                done = done.thenCompose(before -> load(each));
            }
        }
        return done;
    }

    private CompletableFuture<Void> load(int tier) {
        RollupState state = rollup.state();
        RowMapping mapping = rollup.tiers().get(tier).mapping();
        return state.isRecorded(grain(tier))
                .thenCompose(isRecorded -> state.closed(grain(tier))
                        .thenCompose(stored -> isRecorded && stored.isPresent()
                                ? CompletableFuture.completedFuture(stored.get())
                                : state.begin(grain(tier), mapping.start(stored.orElseGet(rollup::now)))))
                .thenCompose(from -> notAhead(tier, from))
                .thenAccept(from -> closed.put(tier, from));
    }

    /**
     * Returns up to where a tier is closed. Buckets that a process with a clock ahead closed too early are reopened.
     */
    private CompletableFuture<Instant> notAhead(int tier, Instant recorded) {
        Instant now = rollup.now();
        if (!recorded.isAfter(now)) {
            return CompletableFuture.completedFuture(recorded);
        }
        Instant start = rollup.tiers().get(tier).mapping().start(now);
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
                .thenCompose(refreshed -> hasGroups
                        ? GroupRows.refresh(rollup, tier, bucket.from(), Set.of(), rollup::noteFailed)
                        : CompletableFuture.completedFuture(null))
                .thenCompose(refreshed -> rollup.state().close(grain(tier), bucket.to()))
                .thenCompose(recorded -> {
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
                        member -> refresher.refreshOrSkip(tier, member, start, RowRefresher.Cause.CHECK)));
    }

    /** Refreshes the group rows that are marked as stale, at once or if the last refresh is long enough ago. */
    public CompletableFuture<Void> refreshGroups(boolean atOnce) {
        Instant now = rollup.now();
        Duration every = rollup.compiled().declared().groupRefresh();
        boolean isDue = groupsRefreshed == null || !now.isBefore(groupsRefreshed.plus(every)) || isWanted(now);
        if (!hasGroups || !(atOnce || isDue)) {
            return CompletableFuture.completedFuture(null);
        }
        Instant end = atOnce ? Instant.MAX : now.plus(MAX_GROUP_REFRESH);
        AtomicBoolean isAllDone = new AtomicBoolean(true);
        return rollup.state()
                .marks()
                .thenCompose(marks -> {
                    isIdle = marks.isEmpty();
                    return refresh(marks, end, isAllDone);
                })
                // The next tick continues with the rest, so that changes and alerts do not wait.
                .thenRun(() -> {
                    groupsRefreshed = isAllDone.get() ? now : null;
                    lastRefresh = Duration.between(now, rollup.now());
                });
    }

    /** Returns whether readers would gain from a refresh before the next one is due. */
    private boolean isWanted(Instant now) {
        Duration pause = lastRefresh.multipliedBy(WANTED_SHARE);
        Instant last = groupsRefreshed;
        return last != null
                && !now.isBefore(last.plus(pause.compareTo(WANTED_REFRESH) > 0 ? pause : WANTED_REFRESH))
                && rollup.openGroups().takeWanted();
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
                            tier < 0 || rollup.compiled().retention().isGroupSealed(tier, mark.start(), rollup.now());
                    return isOver
                            ? rollup.state().unmark(mark)
                            : GroupRows.refresh(rollup, tier, mark.start(), mark.gone(), rollup::noteFailed)
                                    .thenCompose(done -> rollup.state().unmark(mark));
                })
                .thenAccept(done -> {});
    }

    /** Returns the tier of a mark, or -1 if it is not declared any more. */
    private int tierOf(RollupState.Mark mark) {
        for (int tier = 0; tier < rollup.tiers().size(); tier++) {
            if (grain(tier) == mark.grain()) {
                return tier;
            }
        }
        return -1;
    }
}
