package dev.varve.core.rollup;

import static dev.varve.core.table.Path.attr;

import dev.varve.core.CorruptData;
import dev.varve.core.item.Item;
import dev.varve.core.item.Num;
import dev.varve.core.item.Value;
import dev.varve.core.key.Grain;
import dev.varve.core.key.Parts;
import dev.varve.core.key.Tick;
import dev.varve.core.range.RangeQuery;
import dev.varve.core.range.Steps;
import dev.varve.core.table.Delete;
import dev.varve.core.table.Get;
import dev.varve.core.table.Key;
import dev.varve.core.table.Put;
import dev.varve.core.table.Table;
import dev.varve.core.table.Update;
import dev.varve.core.table.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** How far the rows of one rollup have come, as its table knows it. */
final class RollupState {

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
    private final RollupForm form;
    private final InstantSource clock;
    private final Map<Grain, Seen> seen = new ConcurrentHashMap<>();

    RollupState(Table table, RollupForm form, InstantSource clock) {
        this.table = table;
        this.form = form;
        this.clock = clock;
    }

    private Key key(String what) {
        return Key.of(form.state().write(Parts.of("what", what)));
    }

    private static String closedKey(Grain grain) {
        return CLOSED + "." + grain.word();
    }

    /** Returns up to where all buckets of a tier have their rows, or nothing where none was closed yet. */
    CompletableFuture<Optional<Instant>> closed(Grain grain) {
        return table.get(Get.of(key(closedKey(grain))).consistent())
                .thenApply(result -> result.find().map(item -> instant(item.text(CLOSED))));
    }

    /** Returns the same, perhaps a moment old. */
    CompletableFuture<Instant> closedLately(Grain grain) {
        Instant now = clock.instant();
        Seen known = seen.get(grain);
        if (known != null && now.isBefore(known.readAt().plus(REMEMBERED))) {
            return CompletableFuture.completedFuture(known.closed());
        }
        return table.get(Get.of(key(closedKey(grain)))).thenApply(result -> {
            Instant closed = result.find()
                    .map(item -> instant(item.text(CLOSED)))
                    .filter(read -> known == null || read.isAfter(known.closed()))
                    .orElse(known == null ? Instant.EPOCH : known.closed());
            seen.put(grain, new Seen(closed, now));
            return closed;
        });
    }

    private static Instant instant(String text) {
        return Tick.SECONDS
                .parse(text)
                .orElseThrow(() -> new CorruptData("rollup.state", "\"%s\" is not an instant".formatted(text)));
    }

    /** Notes from where on buckets of a tier are to be closed, unless somebody has already; returns what is noted. */
    CompletableFuture<Instant> begin(Grain grain, Instant first) {
        Item item = table.schema().keyed(key(closedKey(grain)), Item.of(CLOSED, Tick.SECONDS.text(first)));
        return table.put(Put.of(item).when(attr(CLOSED).absent()))
                .thenCompose(result -> result.isWritten()
                        ? CompletableFuture.completedFuture(first)
                        : closed(grain).thenApply(noted -> noted.orElse(first)));
    }

    /** Notes that all buckets of a tier up to here have their rows. */
    CompletableFuture<Void> close(Grain grain, Instant end) {
        Value text = Value.of(Tick.SECONDS.text(end));
        Item item = table.schema().keyed(key(closedKey(grain)), Item.of(CLOSED, text));
        return table.put(Put.of(item).when(attr(CLOSED).absent().or(attr(CLOSED).before(text))))
                .thenAccept(written -> {});
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
        RangeQuery all = RangeQuery.of(
                        table,
                        Steps.of(form.state().slices(Parts.none())),
                        form.state().partitions().get(0),
                        1)
                .consistent();
        return all.forEachAsync(item -> {
                    Mark mark = mark(item);
                    if (mark != null) {
                        marks.add(mark);
                    }
                })
                .thenApply(capacity -> marks);
    }

    private @Nullable Mark mark(Item item) {
        String sort =
                ((Value.Text) Objects.requireNonNull(table.schema().keyOf(item).sort())).value();
        int at = sort.indexOf(DIRTY);
        if (at < 0) {
            return null;
        }
        String[] words = sort.substring(at + DIRTY.length()).split("\\.", 2);
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
