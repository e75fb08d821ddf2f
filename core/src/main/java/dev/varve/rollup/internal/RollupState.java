package dev.varve.rollup.internal;

import static dev.varve.table.AttributePath.attr;

import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.internal.range.RangeQuery;
import dev.varve.internal.range.RangeSteps;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.key.Grain;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.ZoneHistory;
import dev.varve.rollup.internal.definition.CompiledRollup;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
import dev.varve.table.internal.LayoutKeys;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The progress of one rollup, stored in its table: how far each tier is closed, and which group rows are stale. */
final class RollupState {

    /** How long a reader caches up to where a tier is closed. The value only grows, so an old one is safe. */
    private static final Duration CACHED_FOR = Duration.ofSeconds(10);

    private static final String CLOSED = "closed";

    /** The attribute with the ticket of a mark, which distinguishes it from later marks of the same bucket. */
    private static final String BORN = "born";

    /** The attribute that counts how often a bucket was marked. */
    private static final String CHANGES = "rings";

    /** The attribute with the group values that no event has any more. */
    private static final String GONE = "gone";

    private static final String TICKET = "ticket";
    private static final String DIRTY = "dirty.";

    /** A mark that the group rows of a bucket may be stale. */
    record Mark(Grain grain, Instant start, long born, long changes, Set<String> gone) {}

    private record Cached(Instant closed, Instant readAt) {}

    private final Table table;
    private final CompiledRollup compiled;
    private final InstantSource clock;
    private final Map<Grain, Cached> cache = new ConcurrentHashMap<>();

    RollupState(Table table, CompiledRollup compiled, InstantSource clock) {
        this.table = table;
        this.compiled = compiled;
        this.clock = clock;
    }

    private Key key(String what) {
        return LayoutKeys.key(compiled.state().write(Parts.of("what", what)));
    }

    /** Returns the key of the closing state, which is separate for each zone history. */
    private String closedKey(Grain grain, ZoneHistory zones) {
        return CLOSED + "." + grain.word() + (compiled.events().zones() == null ? "" : "." + zones.text());
    }

    /**
     * Returns up to where all buckets of a tier are closed; empty if none is closed yet. A changed zone history uses
     * the state of the previous history until its own is recorded.
     */
    CompletableFuture<Optional<Instant>> closed(Grain grain) {
        return closed(grain, compiled.zones(), true);
    }

    private CompletableFuture<Optional<Instant>> closed(Grain grain, ZoneHistory zones, boolean isConsistent) {
        Get own = Get.of(key(closedKey(grain, zones)));
        return table.get(isConsistent ? own.consistent() : own)
                .thenCompose(result -> result.find().isEmpty()
                                && zones.previous().isPresent()
                        ? closed(grain, zones.previous().get(), isConsistent)
                        : CompletableFuture.completedFuture(result.find().map(item -> instant(item.text(CLOSED)))));
    }

    /** Returns whether the closing state of exactly these zones is recorded. */
    CompletableFuture<Boolean> isRecorded(Grain grain) {
        return table.get(Get.of(key(closedKey(grain, compiled.zones()))).consistent())
                .thenApply(result -> result.find().isPresent());
    }

    /** Returns all zones with a recorded closing state. */
    CompletableFuture<Set<ZoneHistory>> zones() {
        Set<ZoneHistory> zones = new LinkedHashSet<>();
        return all().forEachAsync(item -> {
                    String[] words = what(item).split("\\.", 3);
                    if (words[0].equals(CLOSED) && words.length == 3) {
                        readable(words[2]).ifPresent(zones::add);
                    }
                })
                .thenApply(capacity -> zones);
    }

    /**
     * Returns the zones, or empty for a zone that this process does not know; a process with newer zone rules closes
     * it.
     */
    private static Optional<ZoneHistory> readable(String zones) {
        try {
            return Optional.of(ZoneHistory.parse(zones));
        } catch (Rejected unknown) {
            return Optional.empty();
        }
    }

    /** Returns up to where all buckets of a tier are closed, from a short-lived cache. */
    CompletableFuture<Instant> closedLately(Grain grain) {
        Instant now = clock.instant();
        Cached known = cache.get(grain);
        if (known != null && now.isBefore(known.readAt().plus(CACHED_FOR))) {
            return CompletableFuture.completedFuture(earlier(known.closed(), now));
        }
        return closed(grain, compiled.zones(), false).thenApply(found -> {
            Instant closed = found.filter(read -> known == null || read.isAfter(known.closed()))
                    .orElse(known == null ? Instant.EPOCH : known.closed());
            cache.put(grain, new Cached(closed, now));
            return earlier(closed, now);
        });
    }

    /** Limits the closing state to now: the process that recorded it may have had a clock ahead. */
    private static Instant earlier(Instant closed, Instant now) {
        return closed.isAfter(now) ? now : closed;
    }

    private static Instant instant(String text) {
        return Tick.SECONDS
                .parse(text)
                .orElseThrow(() -> new CorruptData("rollup.state", "\"%s\" is not an instant".formatted(text)));
    }

    /** Records where closing begins for a tier, unless it is recorded already; returns the recorded instant. */
    CompletableFuture<Instant> begin(Grain grain, Instant first) {
        Item item = table.schema()
                .keyed(key(closedKey(grain, compiled.zones())), Item.of(CLOSED, Tick.SECONDS.text(first)));
        return table.put(Put.of(item).when(attr(CLOSED).absent()))
                .thenCompose(result -> result.isWritten()
                        ? CompletableFuture.completedFuture(first)
                        : closed(grain).thenApply(recorded -> recorded.orElse(first)));
    }

    /** Records that all buckets of a tier are closed up to here. */
    CompletableFuture<Void> close(Grain grain, Instant end) {
        Value text = Value.of(Tick.SECONDS.text(end));
        Item item = table.schema().keyed(key(closedKey(grain, compiled.zones())), Item.of(CLOSED, text));
        return table.put(Put.of(item).when(attr(CLOSED).absent().or(attr(CLOSED).before(text))))
                .thenAccept(written -> {});
    }

    /** Records that buckets of a tier are closed only up to here, if a later instant was recorded. */
    CompletableFuture<Void> reopen(Grain grain, Instant end) {
        Value text = Value.of(Tick.SECONDS.text(end));
        Item item = table.schema().keyed(key(closedKey(grain, compiled.zones())), Item.of(CLOSED, text));
        return table.put(Put.of(item).when(attr(CLOSED).after(text))).thenAccept(written -> {});
    }

    /** Marks the group rows of a bucket as stale, including those of values that no event has any more. */
    CompletableFuture<Void> mark(Grain grain, Instant start, Set<String> gone) {
        Key key = key(DIRTY + grain.word() + "." + Tick.SECONDS.text(start));
        Update again = Update.of(key).increment(CHANGES, 1).when(attr(CHANGES).exists());
        return table.update(with(again, gone))
                .thenCompose(result -> result.isWritten()
                        ? CompletableFuture.completedFuture(null)
                        : ticket().thenCompose(ticket -> firstMark(key, ticket, gone)
                                .thenCompose(isFirst ->
                                        isFirst ? CompletableFuture.completedFuture(null) : mark(grain, start, gone))));
    }

    // A ticket distinguishes marks of one bucket, so that removing one mark does not remove its successor.
    private CompletableFuture<Boolean> firstMark(Key key, long ticket, Set<String> gone) {
        Update first = Update.of(key)
                .set(BORN, ticket)
                .set(CHANGES, 1)
                .when(attr(CHANGES).absent());
        return table.update(with(first, gone)).thenApply(WriteResult::isWritten);
    }

    private static Update with(Update mark, Set<String> gone) {
        return gone.isEmpty() ? mark : mark.addToSet(GONE, gone);
    }

    /** Returns all marks. */
    CompletableFuture<List<Mark>> marks() {
        List<Mark> marks = new ArrayList<>();
        return all().forEachAsync(item -> {
                    Mark mark = mark(item);
                    if (mark != null) {
                        marks.add(mark);
                    }
                })
                .thenApply(capacity -> marks);
    }

    private RangeQuery all() {
        return RangeQuery.of(
                        table,
                        RangeSteps.of(compiled.state().slices(Parts.none())),
                        compiled.state().partitions().get(0),
                        1)
                .only(item -> LayoutKeys.written(table.schema().keyOf(item))
                        .flatMap(compiled.state()::match)
                        .isPresent())
                .consistent();
    }

    private String what(Item item) {
        return compiled.state()
                .parse(LayoutKeys.written(table.schema().keyOf(item)).orElseThrow())
                .text("what");
    }

    private @Nullable Mark mark(Item item) {
        String what = what(item);
        if (!what.startsWith(DIRTY)) {
            return null;
        }
        String[] words = what.substring(DIRTY.length()).split("\\.", 2);
        Set<String> gone = new TreeSet<>();
        if (item.value(GONE) instanceof Value.TextSet set) {
            gone.addAll(set.values());
        }
        return new Mark(
                Grain.valueOf(words[0].toUpperCase(Locale.ROOT)),
                instant(words[1]),
                item.number(BORN).longValueExact(),
                item.number(CHANGES).longValueExact(),
                gone);
    }

    /** Removes a mark, unless the bucket was marked again since the mark was read. */
    CompletableFuture<Void> unmark(Mark mark) {
        Key key = key(DIRTY + mark.grain().word() + "." + Tick.SECONDS.text(mark.start()));
        return table.delete(Delete.of(key)
                        .when(attr(BORN)
                                .is(Num.of(mark.born()))
                                .and(attr(CHANGES).is(Num.of(mark.changes())))))
                .thenAccept(written -> {});
    }

    /** Returns a number greater than all earlier ones. */
    CompletableFuture<Long> ticket() {
        return table.update(Update.of(key(TICKET)).increment(TICKET, 1).returningNew())
                .thenApply(result -> ((WriteResult.Written) result)
                        .find()
                        .orElseThrow()
                        .number(TICKET)
                        .longValueExact());
    }
}
