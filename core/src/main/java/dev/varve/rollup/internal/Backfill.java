package dev.varve.rollup.internal;

import static dev.varve.table.AttributePath.attr;

import dev.varve.error.Rejected;
import dev.varve.error.VarveException;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.internal.range.RangeQuery;
import dev.varve.internal.range.RangeSteps;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.key.internal.EntityLayout;
import dev.varve.rollup.internal.definition.CompiledRollup;
import dev.varve.rollup.internal.definition.RowMapping;
import dev.varve.schema.internal.EngineSession;
import dev.varve.table.Condition;
import dev.varve.table.Consistency;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.PageToken;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.Update;
import dev.varve.table.internal.LayoutKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes events that are too old for the history, and writes their rows.
 *
 * <p>The events of one identity in one bucket of the coarsest tier are staged: stored apart, for some days after the first of
 * them. Rows are computed from them as from any source, again after each change. A bucket with a sealed row from other events is
 * closed: its further events are not taken, because what its row was computed from does not exist any more. So no event counts
 * twice, whenever and however often it is given.
 */
public final class Backfill {

    /** Time to repeat an import that was interrupted, or to add what another file has. Staged events take space so long. */
    static final Duration SETTLING = Duration.ofDays(14);

    /** Rows of a span are written once no event was added for so long: fields of one month may come one after the other. */
    private static final Duration QUIET = Duration.ofSeconds(30);

    /** While this process has staged nothing, it looks for the spans of others so often. */
    private static final Duration LOOK_INTERVAL = Duration.ofMinutes(1);

    /** Time budget for the rows of one tick. */
    private static final Duration MAX_TICK = Duration.ofSeconds(5);

    /** Events of a changed zone move to other spans at most twice; other processes may stage events all the time. */
    private static final int MAX_ROUNDS = 4;

    /** A tick looks at so many notes: an import of many identities has many thousands. */
    private static final int NOTES_AT_ONCE = 100;

    private static final String TOUCHED = "touched";
    private static final String TOUCHED_AT = "touchedAt";

    private final RollupRuntime rollup;
    private final Table table;
    private final BackfillKeys keys;
    private final StagedEvents staged;
    private final List<RowMapping> tiers;
    /** Differs from note to note, also between processes: a note that was removed and made again is another one. */
    private final Touches touches;

    private volatile boolean mayHavePending = true;
    private @Nullable Instant looked;

    /** Where the next tick looks for notes; null for the first ones. */
    private volatile @Nullable PageToken nextNotes;

    /** By tier, how many rows this process has written since the last {@link #finish}. */
    private final Map<String, Long> written = new TreeMap<>();

    Backfill(RollupRuntime rollup, Table table, EngineSession session) {
        this.rollup = rollup;
        this.table = table;
        this.keys = new BackfillKeys(rollup.compiled());
        this.staged = new StagedEvents(table, keys, rollup.source());
        this.tiers = rollup.compiled().tiers();
        this.touches = session.shared(
                "backfill notes",
                Touches.class,
                () -> new Touches(firstTouch(session.owner(), rollup.now().toEpochMilli())));
    }

    /** The numbers of notes, for all databases of a process on one engine. */
    private static final class Touches implements EngineSession.Shared {
        private final AtomicLong last;

        Touches(long first) {
            last = new AtomicLong(first);
        }

        long next() {
            return last.incrementAndGet();
        }

        @Override
        public void close() {
            // Nothing to release.
        }
    }

    /** Returns where a process begins to count: far from where others do. */
    private static long firstTouch(String owner, long millis) {
        long seed = millis;
        for (int i = 0; i < owner.length(); i++) {
            seed = 31 * seed + owner.charAt(i);
        }
        return new SplittableRandom(seed).nextLong(1L << 53);
    }

    /** What became of a backfilled event. */
    public enum Kind {
        /** It is stored, and its rows will have it. */
        STORED,
        /** It was stored before. */
        DUPLICATE,
        /** Another event with its key is stored. */
        CONFLICT,
        /** A row that cannot be computed again covers it. */
        SUMMARIZED,
        /** No tier keeps rows so long. */
        EXPIRED,
        /** It cannot be stored, or not now. */
        REFUSED
    }

    /**
     * @param existing the stored event of a conflict, otherwise null
     * @param error why an event was refused, otherwise null
     */
    public record Result(
            Kind kind, @Nullable Item existing, @Nullable VarveException error) {}

    /**
     * Stores events of one identity that are older than the history accepts; {@link #finish} or the worker writes their rows.
     * Safe to repeat.
     */
    public CompletableFuture<List<Result>> stage(Parts identity, List<Item> events) {
        return rollup.of(identity).thenCompose(own -> own.backfill().stageHere(identity, events, this));
    }

    private CompletableFuture<List<Result>> stageHere(Parts identity, List<Item> events, Backfill asked) {
        if (table.schema().ttlAttribute() == null) {
            throw new Rejected(
                    "backfill.no-ttl",
                    "table %s has no TTL attribute, so backfilled events would never be removed: name one with TableSchema's ttl(…)"
                            .formatted(table.schema().name()));
        }
        Instant now = rollup.now();
        Result[] results = new Result[events.size()];
        Map<Instant, Map<String, List<Integer>>> spans = new TreeMap<>();
        for (int i = 0; i < results.length; i++) {
            Instant clock = rollup.source().clockOf(events.get(i));
            if (isExpired(clock, now)) {
                results[i] = new Result(Kind.EXPIRED, null, null);
            } else {
                spans.computeIfAbsent(spanStart(clock), first -> new TreeMap<>())
                        .computeIfAbsent(StagedEvents.day(clock), first -> new ArrayList<>())
                        .add(i);
            }
        }
        return ParallelCalls.map(
                        List.copyOf(spans.entrySet()),
                        rollup.parallel(),
                        each -> stage(identity, each.getKey(), each.getValue(), events, results, asked))
                .thenApply(done -> List.of(results));
    }

    private CompletableFuture<Void> stage(
            Parts identity,
            Instant start,
            Map<String, List<Integer>> days,
            List<Item> events,
            Result[] results,
            Backfill asked) {
        return open(identity, start)
                .thenCompose(span -> ParallelCalls.map(
                                List.copyOf(days.entrySet()),
                                1,
                                day -> staged.add(
                                                new StagedEvents.Place(identity, span, day.getKey()),
                                                day.getValue().stream()
                                                        .map(events::get)
                                                        .toList(),
                                                clock -> isClosed(span, clock),
                                                () -> asked.touch(identity, start))
                                        .thenAccept(outcomes -> {
                                            for (int i = 0; i < outcomes.size(); i++) {
                                                results[day.getValue().get(i)] = result(outcomes.get(i));
                                            }
                                        })
                                        .exceptionallyCompose(error -> refused(day.getValue(), results, error)))
                        .thenAccept(done -> {}))
                .exceptionallyCompose(error ->
                        refused(days.values().stream().flatMap(List::stream).toList(), results, error));
    }

    /** Other days may be stored: an error is the result of those events only that it concerns. */
    private static CompletableFuture<Void> refused(List<Integer> places, Result[] results, Throwable error) {
        if (!(AsyncLoop.failure(error) instanceof VarveException known)) {
            return CompletableFuture.failedFuture(error);
        }
        for (int place : places) {
            if (results[place] == null) {
                results[place] = new Result(Kind.REFUSED, null, known);
            }
        }
        return CompletableFuture.completedFuture(null);
    }

    private static Result result(StagedEvents.Staged outcome) {
        return new Result(Kind.valueOf(outcome.kind().name()), outcome.existing(), outcome.error());
    }

    private boolean isExpired(Instant clock, Instant now) {
        return tiers.stream().allMatch(tier -> tier.isExpired(tier.start(clock), now));
    }

    private Instant spanStart(Instant clock) {
        return tiers.get(tiers.size() - 1).start(clock);
    }

    private TimeRange spanRange(Instant start) {
        return new TimeRange(start, tiers.get(tiers.size() - 1).end(start));
    }

    /** Returns whether one of the rows of an event is sealed and has a source that does not exist any more. */
    private boolean isClosed(BackfillSpan span, Instant clock) {
        Instant now = rollup.now();
        for (int tier = 0; tier < tiers.size(); tier++) {
            Instant start = tiers.get(tier).start(clock);
            if (rollup.compiled().retention().isSealed(tier, start, now) && span.isClosed(tier, start)) {
                return true;
            }
        }
        return false;
    }

    /** Notes that the rows of a span must be written. Before an event is stored, so that none is forgotten. */
    private CompletableFuture<Void> touch(Parts identity, Instant start) {
        mayHavePending = true;
        return table.update(Update.of(keys.pendingKey(identity, start))
                        .set(TOUCHED, touches.next())
                        .set(TOUCHED_AT, rollup.now().getEpochSecond()))
                .thenAccept(touched -> {});
    }

    /** Returns the span that takes events now, and begins it if there is none. */
    private CompletableFuture<BackfillSpan> open(Parts identity, Instant start) {
        return find(identity, start).thenCompose(found -> {
            Instant now = rollup.now();
            if (found != null && found.takesAt(now)) {
                return isOfOtherZones(found)
                        ? rezoned(identity, found).thenCompose(moved -> open(identity, start))
                        : checked(identity, found);
            }
            if (found != null && found.isStoredAt(now)) {
                return pendingWritten(identity, start)
                        .thenCompose(
                                isWritten -> isWritten ? open(identity, start) : begin(identity, start, found, now));
            }
            return begin(identity, start, found, now);
        });
    }

    /** Writes the rows of a span that takes no more events, if they are not written yet. */
    private CompletableFuture<Boolean> pendingWritten(Parts identity, Instant start) {
        Key key = keys.pendingKey(identity, start);
        return table.get(Get.of(key).consistent()).thenCompose(result -> {
            Item note = result.item();
            return note == null
                    ? CompletableFuture.completedFuture(false)
                    : writeHere(identity, start)
                            .thenCompose(rows -> table.delete(
                                    Delete.of(key).when(attr(TOUCHED).is(note.number(TOUCHED)))))
                            .thenApply(removed -> true);
        });
    }

    private CompletableFuture<BackfillSpan> begin(
            Parts identity, Instant start, @Nullable BackfillSpan found, Instant now) {
        BackfillSpan begun = new BackfillSpan(
                spanRange(start),
                Math.max(now.toEpochMilli(), found == null ? 0 : found.generation() + 1),
                Instant.MIN,
                now.plus(SETTLING),
                BackfillSpan.nothing(tiers),
                found == null ? 0 : found.version(),
                zones());
        return closing(identity, begun, now).thenCompose(span -> open(identity, start, span));
    }

    /** Returns the text of the zones that the buckets of this rollup follow. */
    private String zones() {
        return rollup.compiled().zones().text();
    }

    private boolean isOfOtherZones(BackfillSpan span) {
        return !span.zones().equals(zones());
    }

    /**
     * Moves the events of a span that were staged before the zone of their identity changed to the buckets that they are in now.
     * Those buckets begin later, or with the span, so that no two spans move events to each other.
     */
    private CompletableFuture<Void> rezoned(Parts identity, BackfillSpan span) {
        Instant start = span.range().from();
        List<Item> others = new ArrayList<>();
        boolean isSpan = spanStart(start).equals(start);
        return staged.forEach(identity, span, span.range(), event -> {
                    if (!isSpan || !spanStart(rollup.source().clockOf(event)).equals(start)) {
                        others.add(event);
                    }
                })
                .thenCompose(read -> stageHere(identity, others, this))
                .thenCompose(results -> {
                    for (Result result : results) {
                        if (result.error() != null) {
                            throw result.error();
                        }
                    }
                    long lost = results.stream()
                            .filter(result -> result.kind() == Kind.SUMMARIZED)
                            .count();
                    if (lost > 0) {
                        throw new Rejected(
                                "backfill.zone-changed",
                                "%s events were backfilled in the zone %s and cannot be counted in the zone %s: rows that cover them are final"
                                        .formatted(lost, span.zones(), zones()));
                    }
                    // A span that begins at another instant now is not used any more, and expires.
                    return isSpan
                            ? closing(identity, span.following(zones(), tiers), rollup.now())
                                    .thenAccept(written -> {})
                            : CompletableFuture.<Void>completedFuture(null);
                });
    }

    private CompletableFuture<BackfillSpan> open(Parts identity, Instant start, @Nullable BackfillSpan span) {
        return span == null ? open(identity, start) : CompletableFuture.completedFuture(span);
    }

    private CompletableFuture<@Nullable BackfillSpan> find(Parts identity, Instant start) {
        return table.get(Get.of(keys.spanKey(identity, start)).consistent()).thenApply(result -> {
            Item item = result.item();
            return item == null
                    ? null
                    : BackfillSpan.of(item, start, tiers, rollup.compiled().zones());
        });
    }

    /** Looks again which rows cannot be computed any more, if rows of the span were sealed since the last look. */
    private CompletableFuture<BackfillSpan> checked(Parts identity, BackfillSpan span) {
        Instant now = rollup.now();
        for (int tier = 0; tier < tiers.size(); tier++) {
            if (hasNewlySealed(tier, span, now)) {
                return closing(identity, span, now)
                        .thenCompose(next -> open(identity, span.range().from(), next));
            }
        }
        return CompletableFuture.completedFuture(span);
    }

    private boolean hasNewlySealed(int tier, BackfillSpan span, Instant now) {
        Instant first = tiers.get(tier).start(span.range().from());
        for (Instant start = first;
                start.isBefore(span.range().to())
                        && rollup.compiled().retention().isSealed(tier, start, now);
                start = tiers.get(tier).end(start)) {
            if (isNewlySealed(tier, start, span, now)) {
                return true;
            }
        }
        return false;
    }

    private boolean isNewlySealed(int tier, Instant start, BackfillSpan span, Instant now) {
        return rollup.compiled().retention().isSealed(tier, start, now)
                && (span.checked().equals(Instant.MIN)
                        || !rollup.compiled().retention().isSealed(tier, start, span.checked()));
    }

    /**
     * Closes the buckets that were sealed since the last look and have a row of events that are not staged. Returns the span as it
     * is stored now, or null if another process has changed it.
     */
    private CompletableFuture<@Nullable BackfillSpan> closing(Parts identity, BackfillSpan span, Instant now) {
        return rows(identity, span.range())
                .thenCompose(rows -> counts(identity, span).thenCompose(counts -> {
                    BackfillSpan next = span.closing(closed(span, rows, counts, now), tiers, now);
                    Key key = keys.spanKey(identity, span.range().from());
                    Item item = staged.expiring(table.schema().keyed(key, next.item(tiers)), next);
                    Condition isStill = span.version() == 0
                            ? attr(BackfillSpan.VERSION).absent()
                            : attr(BackfillSpan.VERSION).is(Num.of(span.version()));
                    return table.put(Put.of(item).when(isStill)).thenApply(result -> result.isWritten() ? next : null);
                }));
    }

    private List<SortedSet<Instant>> closed(
            BackfillSpan span, List<Map<Instant, Item>> rows, List<Map<Instant, Long>> counts, Instant now) {
        List<SortedSet<Instant>> closed = new ArrayList<>();
        SortedSet<Instant> withEvents = new TreeSet<>();
        for (int tier = 0; tier < tiers.size(); tier++) {
            SortedSet<Instant> own = new TreeSet<>();
            Map<Instant, Item> stored = rows.get(tier);
            Map<Instant, Long> known = counts.get(tier);
            stored.forEach((start, row) -> {
                if (count(row) > 0) {
                    withEvents.add(start);
                }
            });
            for (Instant each : withEvents) {
                Instant start = tiers.get(tier).start(each);
                Item row = stored.get(start);
                // Without events of its own, a bucket with finer rows was never summarised as a whole.
                // A finest bucket that was sealed meanwhile was computed from the history too.
                boolean isOther = row == null
                        || (tier == 0 && !span.checked().equals(Instant.MIN))
                        || count(row) != known.getOrDefault(start, 0L);
                if (isOther && isNewlySealed(tier, start, span, now)) {
                    own.add(start);
                }
            }
            closed.add(own);
        }
        return closed;
    }

    private static long count(Item row) {
        return row.value(CompiledRollup.COUNT) instanceof Num count ? count.longValueExact() : 0;
    }

    /** Returns the stored rows of all tiers by start, with their versions. */
    private CompletableFuture<List<Map<Instant, Item>>> rows(Parts identity, TimeRange range) {
        return ParallelCalls.map(rollup.tiers(), 1, tier -> {
            Map<Instant, Item> rows = new TreeMap<>();
            return tier.forEach(identity, range, Consistency.STRONG, stored -> rows.put(stored.start(), stored.row()))
                    .thenApply(read -> rows);
        });
    }

    /** Returns the numbers of staged events of each bucket. */
    private CompletableFuture<List<Map<Instant, Long>>> counts(Parts identity, BackfillSpan span) {
        List<Map<Instant, Long>> counts = new ArrayList<>();
        tiers.forEach(tier -> counts.add(new HashMap<>()));
        return staged.forEach(identity, span, span.range(), event -> {
                    Instant clock = rollup.source().clockOf(event);
                    for (int tier = 0; tier < tiers.size(); tier++) {
                        counts.get(tier).merge(tiers.get(tier).start(clock), 1L, Long::sum);
                    }
                })
                .thenApply(read -> counts);
    }

    /**
     * Returns the staged events of one identity in a range that rows which are not sealed have to include, in the order of their
     * clocks.
     */
    CompletableFuture<List<Item>> eventsIn(Parts identity, TimeRange range) {
        Instant now = rollup.now();
        Instant end = rollup.compiled().retention().backfilledBefore(now);
        Instant first = rollup.compiled().retention().firstStored(now);
        Instant from = first == null || !range.from().isBefore(first)
                ? range.from()
                : tiers.get(0).start(first);
        if (end == null
                || !from.isBefore(end)
                || !from.isBefore(range.to())
                || table.schema().ttlAttribute() == null) {
            return CompletableFuture.completedFuture(List.of());
        }
        return stagedIn(identity, new TimeRange(from, range.to()));
    }

    private CompletableFuture<List<Item>> stagedIn(Parts identity, TimeRange range) {
        List<BackfillSpan> spans = new ArrayList<>();
        return RangeQuery.of(table, RangeSteps.of(keys.spans().slices(identity)), "backfill " + identity, 1)
                .only(item -> LayoutKeys.written(table.schema().keyOf(item))
                        .flatMap(keys.spans()::match)
                        .isPresent())
                .consistent()
                .forEachAsync(item -> {
                    Instant start = BackfillKeys.start(keys.spans()
                            .parse(LayoutKeys.written(table.schema().keyOf(item))
                                    .orElseThrow()));
                    BackfillSpan span = BackfillSpan.of(
                            item, start, tiers, rollup.compiled().zones());
                    if (start.isBefore(range.to())
                            && range.from().isBefore(span.range().to())) {
                        spans.add(span);
                    }
                })
                .thenCompose(read -> {
                    List<Item> events = new ArrayList<>();
                    return ParallelCalls.map(spans, 1, span -> staged.forEach(identity, span, range, events::add))
                            .thenApply(done -> events);
                });
    }

    /** Returns events of two sources in order; the first one counts where both have a key. */
    List<Item> merged(List<Item> some, List<Item> others) {
        return staged.merged(some, others);
    }

    /**
     * Removes the staged copy of an event of the history that is deleted or corrected next. Afterwards its rows are computed from the
     * history alone, as for any event. A final row stays.
     */
    public CompletableFuture<Void> release(Parts identity, Instant clock, Key event) {
        return rollup.of(identity).thenCompose(own -> own.backfill().releaseHere(identity, clock, event));
    }

    private CompletableFuture<Void> releaseHere(Parts identity, Instant clock, Key event) {
        Instant now = rollup.now();
        Instant finest = tiers.get(0).start(clock);
        if (table.schema().ttlAttribute() == null
                || rollup.compiled().retention().isSealed(0, finest, now)) {
            return CompletableFuture.completedFuture(null);
        }
        Instant start = spanStart(clock);
        return find(identity, start)
                .thenCompose(span -> span == null || !span.isStoredAt(now)
                        ? CompletableFuture.<Void>completedFuture(null)
                        : staged.remove(
                                        new StagedEvents.Place(identity, span, StagedEvents.day(clock)),
                                        event,
                                        () -> touch(identity, start))
                                .thenAccept(removed -> {}));
    }

    /** Removes all staged events of one identity. */
    public CompletableFuture<Void> releaseAll(Parts identity) {
        return rollup.of(identity).thenCompose(own -> own.backfill().remove(identity));
    }

    /** Removes what is staged of one identity, and the notes that its rows must be written. */
    CompletableFuture<Void> remove(Parts identity) {
        if (table.schema().ttlAttribute() == null) {
            return CompletableFuture.completedFuture(null);
        }
        List<Key> found = new ArrayList<>();
        return keysOf(keys.spans(), identity, (key, parts) -> {
                    found.add(keys.pendingKey(identity, BackfillKeys.start(parts)));
                    found.add(key);
                })
                .thenCompose(read -> keysOf(keys.events(), identity, (key, parts) -> found.add(key)))
                .thenCompose(read -> ParallelCalls.map(found, rollup.parallel(), key -> table.delete(Delete.of(key))))
                .thenAccept(removed -> {});
    }

    private CompletableFuture<?> keysOf(EntityLayout layout, Parts leading, BiConsumer<Key, Parts> each) {
        return RangeQuery.of(table, RangeSteps.of(layout.slices(leading)), "backfill " + leading, 1)
                .consistent()
                .forEachAsync(item -> {
                    Key key = table.schema().keyOf(item);
                    LayoutKeys.written(key).flatMap(layout::match).ifPresent(parts -> each.accept(key, parts));
                });
    }

    /** A span whose rows are not written yet. */
    private record Pending(Parts identity, Instant start, Num touched, Instant at) {}

    private RangeQuery notes() {
        return RangeQuery.of(
                        table,
                        RangeSteps.of(keys.pending().slices(Parts.none())),
                        "backfill " + rollup.compiled().events().series(),
                        1)
                .only(item -> LayoutKeys.written(table.schema().keyOf(item))
                        .flatMap(keys.pending()::match)
                        .isPresent())
                .consistent();
    }

    private Pending pending(Item note) {
        Parts key = keys.pending()
                .parse(LayoutKeys.written(table.schema().keyOf(note)).orElseThrow());
        return new Pending(
                keys.identity(key),
                BackfillKeys.start(key),
                note.number(TOUCHED),
                Instant.ofEpochSecond(note.number(TOUCHED_AT).longValueExact()));
    }

    private CompletableFuture<List<Pending>> pending() {
        List<Pending> all = new ArrayList<>();
        return notes().forEachAsync(note -> all.add(pending(note))).thenApply(read -> all);
    }

    /** Returns the number of spans whose rows are not written yet. */
    public CompletableFuture<Integer> waiting() {
        return table.schema().ttlAttribute() == null
                ? CompletableFuture.completedFuture(0)
                : pending().thenApply(List::size);
    }

    /** Writes the rows of spans that no event was added to lately, for some seconds. */
    CompletableFuture<Void> tick() {
        Instant now = rollup.now();
        boolean isDue = mayHavePending || looked == null || !now.isBefore(looked.plus(LOOK_INTERVAL));
        if (!isDue || table.schema().ttlAttribute() == null) {
            return CompletableFuture.completedFuture(null);
        }
        looked = now;
        mayHavePending = false;
        Instant end = now.plus(MAX_TICK);
        PageToken from = nextNotes;
        nextNotes = null;
        return notes().limit(NOTES_AT_ONCE).pageAsync(from).thenCompose(page -> {
            nextNotes = page.next();
            // After the last page, the notes before it follow.
            if (!page.items().isEmpty() || from != null || page.next() != null) {
                mayHavePending = true;
            }
            return ParallelCalls.map(page.items().stream().map(this::pending).toList(), 1, each -> {
                        boolean isQuiet = !each.at().plus(QUIET).isAfter(now);
                        return isQuiet && rollup.now().isBefore(end)
                                // One span that fails must not keep the others waiting; its note stays.
                                ? write(each).exceptionallyCompose(error -> failed(each, error))
                                : CompletableFuture.<Void>completedFuture(null);
                    })
                    .thenAccept(done -> {});
        });
    }

    /**
     * Writes the rows of all spans now, and the rows of their groups; returns by tier how many rows this process has written since
     * the last call. Fails after the others are written if the rows of some spans cannot be written; their notes stay.
     *
     * @param progress called with the number of finished spans
     */
    public CompletableFuture<Map<String, Long>> finish(LongConsumer progress) {
        if (table.schema().ttlAttribute() == null) {
            return CompletableFuture.completedFuture(Map.of());
        }
        AtomicLong finished = new AtomicLong();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Set<Num> seen = new HashSet<>();
        AtomicInteger rounds = new AtomicInteger();
        // Again as long as there are others: events that were staged before a zone changed move to other spans.
        return AsyncLoop.whileTrue(() -> pending()
                        .thenApply(all -> all.stream()
                                .filter(each -> seen.add(each.touched()))
                                .toList())
                        .thenCompose(all -> ParallelCalls.map(
                                all,
                                rollup.parallel(),
                                each -> write(each)
                                        .thenRun(() -> progress.accept(finished.incrementAndGet()))
                                        .exceptionallyCompose(error -> {
                                            failure.compareAndSet(null, AsyncLoop.failure(error));
                                            return failed(each, error);
                                        })))
                        .thenApply(done -> !done.isEmpty() && rounds.incrementAndGet() < MAX_ROUNDS))
                .thenCompose(done -> rollup.compiled().isZoned()
                        ? CompletableFuture.completedFuture(null)
                        : new RollupWorker(rollup).refreshGroups(true))
                .thenCompose(done -> {
                    Throwable first = failure.get();
                    return first == null
                            ? CompletableFuture.completedFuture(takeWritten())
                            : CompletableFuture.failedFuture(first);
                });
    }

    /** Reports a span whose rows could not be written, until they are. An outage concerns all spans. */
    private CompletableFuture<Void> failed(Pending pending, Throwable error) {
        Throwable cause = AsyncLoop.failure(error);
        if (!RowProblems.isOfOneRow(cause)) {
            return CompletableFuture.failedFuture(cause);
        }
        // Of the row that is written last.
        TierRows last = rollup.tiers().get(tiers.size() - 1);
        rollup.noteFailed(RowProblems.failed(last, pending.identity(), pending.start(), cause));
        return CompletableFuture.completedFuture(null);
    }

    private Map<String, Long> takeWritten() {
        synchronized (written) {
            Map<String, Long> all = Map.copyOf(written);
            written.clear();
            return all;
        }
    }

    private CompletableFuture<Void> write(Pending pending) {
        return rollup.of(pending.identity())
                .thenCompose(own -> own.backfill().writeHere(pending.identity(), pending.start()))
                .thenCompose(rows -> {
                    synchronized (written) {
                        rows.forEach((tier, count) -> written.merge(tier, count, Long::sum));
                    }
                    return table.delete(Delete.of(keys.pendingKey(pending.identity(), pending.start()))
                            .when(attr(TOUCHED).is(pending.touched())));
                })
                .thenAccept(removed -> {});
    }

    private CompletableFuture<Map<String, Long>> writeHere(Parts identity, Instant start) {
        return find(identity, start).thenCompose(found -> {
            if (found == null || !found.isStoredAt(rollup.now())) {
                return CompletableFuture.completedFuture(Map.of());
            }
            if (isOfOtherZones(found)) {
                return rezoned(identity, found)
                        .thenCompose(moved -> spanStart(start).equals(start)
                                ? writeHere(identity, start)
                                : CompletableFuture.completedFuture(Map.of()));
            }
            // The closing state must be recorded before the first row is written that a closing has to include.
            return new RollupWorker(rollup)
                    .ready()
                    .thenCompose(ready -> checked(identity, found))
                    .thenCompose(span -> new BackfillRows(rollup, staged, identity, span).write());
        });
    }
}
