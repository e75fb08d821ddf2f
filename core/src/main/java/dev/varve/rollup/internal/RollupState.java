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
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
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

/** How far the rows of one rollup have come, as its table knows it. */
public final class RollupState {

    /** For so long a reader goes on with what it knows to be closed; it only gets more. */
    private static final Duration REMEMBERED = Duration.ofSeconds(10);

    private static final String CLOSED = "closed";
    private static final String BORN = "born";
    private static final String RINGS = "rings";
    private static final String GONE = "gone";
    private static final String TICKET = "ticket";
    private static final String DIRTY = "dirty.";

    /** Rows of groups that may be stale. */
    record Mark(Grain grain, Instant start, long born, long rings, Set<String> gone) {}

    private record Seen(Instant closed, Instant readAt) {}

    private final Table table;
    private final CompiledRollup form;
    private final InstantSource clock;
    private final Map<Grain, Seen> seen = new ConcurrentHashMap<>();

    public RollupState(Table table, CompiledRollup form, InstantSource clock) {
        this.table = table;
        this.form = form;
        this.clock = clock;
    }

    private Key key(String what) {
        return Key.of(form.state().write(Parts.of("what", what)));
    }

    /** Rows of one rollup may follow several zones; how far those of each are closed is known for itself. */
    private String closedKey(Grain grain, ZoneHistory zones) {
        return CLOSED + "." + grain.word() + (form.events().zones() == null ? "" : "." + zones.text());
    }

    /**
     * Returns up to where all buckets of a tier have their rows, or nothing where none was closed yet. Whose zone changed
     * was closed with those whose zone did not, until it was noted apart.
     */
    CompletableFuture<Optional<Instant>> closed(Grain grain) {
        return closed(grain, form.zones(), true);
    }

    private CompletableFuture<Optional<Instant>> closed(Grain grain, ZoneHistory zones, boolean isConsistent) {
        Get own = Get.of(key(closedKey(grain, zones)));
        return table.get(isConsistent ? own.consistent() : own)
                .thenCompose(result -> result.find().isEmpty()
                                && zones.previous().isPresent()
                        ? closed(grain, zones.previous().get(), isConsistent)
                        : CompletableFuture.completedFuture(result.find().map(item -> instant(item.text(CLOSED)))));
    }

    /** Returns whether it is noted for just these zones up to where buckets have their rows. */
    CompletableFuture<Boolean> isNoted(Grain grain) {
        return table.get(Get.of(key(closedKey(grain, form.zones()))).consistent())
                .thenApply(result -> result.find().isPresent());
    }

    /** Returns all zones for which it is noted up to where buckets have their rows. */
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

    /** A zone that only a process with newer rules knows is closed by that one. */
    private static Optional<ZoneHistory> readable(String zones) {
        try {
            return Optional.of(ZoneHistory.parse(zones));
        } catch (Rejected unknown) {
            return Optional.empty();
        }
    }

    /** Returns the same, perhaps a moment old. */
    CompletableFuture<Instant> closedLately(Grain grain) {
        Instant now = clock.instant();
        Seen known = seen.get(grain);
        if (known != null && now.isBefore(known.readAt().plus(REMEMBERED))) {
            return CompletableFuture.completedFuture(earlier(known.closed(), now));
        }
        return closed(grain, form.zones(), false).thenApply(found -> {
            Instant closed = found.filter(read -> known == null || read.isAfter(known.closed()))
                    .orElse(known == null ? Instant.EPOCH : known.closed());
            seen.put(grain, new Seen(closed, now));
            return earlier(closed, now);
        });
    }

    /** No bucket is closed that is not over, though the clock of whoever closed it may have been ahead. */
    private static Instant earlier(Instant closed, Instant now) {
        return closed.isAfter(now) ? now : closed;
    }

    private static Instant instant(String text) {
        return Tick.SECONDS
                .parse(text)
                .orElseThrow(() -> new CorruptData("rollup.state", "\"%s\" is not an instant".formatted(text)));
    }

    /** Notes from where on buckets of a tier are to be closed, unless somebody has already; returns what is noted. */
    CompletableFuture<Instant> begin(Grain grain, Instant first) {
        Item item =
                table.schema().keyed(key(closedKey(grain, form.zones())), Item.of(CLOSED, Tick.SECONDS.text(first)));
        return table.put(Put.of(item).when(attr(CLOSED).absent()))
                .thenCompose(result -> result.isWritten()
                        ? CompletableFuture.completedFuture(first)
                        : closed(grain).thenApply(noted -> noted.orElse(first)));
    }

    /** Notes that all buckets of a tier up to here have their rows. */
    CompletableFuture<Void> close(Grain grain, Instant end) {
        Value text = Value.of(Tick.SECONDS.text(end));
        Item item = table.schema().keyed(key(closedKey(grain, form.zones())), Item.of(CLOSED, text));
        return table.put(Put.of(item).when(attr(CLOSED).absent().or(attr(CLOSED).before(text))))
                .thenAccept(written -> {});
    }

    /** Notes that buckets of a tier have rows up to here only, where somebody noted more. */
    CompletableFuture<Void> reopen(Grain grain, Instant end) {
        Value text = Value.of(Tick.SECONDS.text(end));
        Item item = table.schema().keyed(key(closedKey(grain, form.zones())), Item.of(CLOSED, text));
        return table.put(Put.of(item).when(attr(CLOSED).after(text))).thenAccept(written -> {});
    }

    /** Notes that rows of groups over this bucket may be stale, those of values nobody has any more included. */
    CompletableFuture<Void> mark(Grain grain, Instant start, Set<String> gone) {
        Key key = key(DIRTY + grain.word() + "." + Tick.SECONDS.text(start));
        Update again = Update.of(key).increment(RINGS, 1).when(attr(RINGS).exists());
        return table.update(with(again, gone))
                .thenCompose(result -> result.isWritten()
                        ? CompletableFuture.completedFuture(null)
                        : ticket().thenCompose(ticket -> firstMark(key, ticket, gone)
                                .thenCompose(isFirst ->
                                        isFirst ? CompletableFuture.completedFuture(null) : mark(grain, start, gone))));
    }

    // A ticket tells marks of one bucket apart: whoever takes one away must not take away its successor.
    private CompletableFuture<Boolean> firstMark(Key key, long ticket, Set<String> gone) {
        Update first =
                Update.of(key).set(BORN, ticket).set(RINGS, 1).when(attr(RINGS).absent());
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
                        RangeSteps.of(form.state().slices(Parts.none())),
                        form.state().partitions().get(0),
                        1)
                .only(item -> table.schema()
                        .keyOf(item)
                        .written()
                        .flatMap(form.state()::match)
                        .isPresent())
                .consistent();
    }

    private String what(Item item) {
        return form.state()
                .parse(table.schema().keyOf(item).written().orElseThrow())
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
                item.number(RINGS).longValueExact(),
                gone);
    }

    /** Takes a mark away, unless there was another ring since it was read. */
    CompletableFuture<Void> unmark(Mark mark) {
        Key key = key(DIRTY + mark.grain().word() + "." + Tick.SECONDS.text(mark.start()));
        return table.delete(Delete.of(key)
                        .when(attr(BORN).is(Num.of(mark.born())).and(attr(RINGS).is(Num.of(mark.rings())))))
                .thenAccept(written -> {});
    }

    /** Returns a number greater than all before. */
    CompletableFuture<Long> ticket() {
        return table.update(Update.of(key(TICKET)).increment(TICKET, 1).returningNew())
                .thenApply(result -> ((WriteResult.Written) result)
                        .find()
                        .orElseThrow()
                        .number(TICKET)
                        .longValueExact());
    }
}
