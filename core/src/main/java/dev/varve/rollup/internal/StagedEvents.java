package dev.varve.rollup.internal;

import static dev.varve.table.AttributePath.attr;

import dev.varve.error.CorruptData;
import dev.varve.error.ItemTooLarge;
import dev.varve.error.VarveException;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.range.RangeQuery;
import dev.varve.internal.range.RangeSteps;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.table.Condition;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.WriteResult;
import dev.varve.table.internal.LayoutKeys;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The backfilled events of one rollup, stored apart from the history until their rows are settled: some items for each identity
 * and day in UTC. An item is written over the version that was read, so no concurrent writer loses an event.
 */
final class StagedEvents {

    /** DynamoDB allows 400 KB for an item. */
    private static final int MAX_PART_BYTES = 300_000;

    /** The item of a day needs some bytes too. */
    private static final int MAX_EVENT_BYTES = 380_000;

    /** A block holds more; the parts of a day should not be costly to write again. */
    private static final int MAX_PART_EVENTS = 8_192;

    /** Staged events expire this long after the last instant at which they are used. */
    private static final Duration SPARE = Duration.ofDays(1);

    private static final String EVENTS = "events";
    private static final String VERSION = "partVersion";

    /** What became of an event. */
    enum Kind {
        STORED,
        DUPLICATE,
        CONFLICT,
        SUMMARIZED,
        REFUSED
    }

    /**
     * @param existing the stored event of a conflict, otherwise null
     * @param error why an event was refused, otherwise null
     */
    record Staged(
            Kind kind, @Nullable Item existing, @Nullable VarveException error) {
        Staged(Kind kind) {
            this(kind, null, null);
        }
    }

    private final Table table;
    private final BackfillKeys keys;
    private final EventSource source;
    private final StagedForm form;
    private final Comparator<Item> order;

    StagedEvents(Table table, BackfillKeys keys, EventSource source) {
        this.table = table;
        this.keys = keys;
        this.source = source;
        this.form = source.stagedForm();
        this.order = Comparator.comparing(source::clockOf).thenComparing(item -> String.valueOf(source.keyOf(item)));
    }

    /** Some of the events of a day. */
    private final class Part {
        private final int number;
        private final long version;
        private final Map<Key, Item> events = new LinkedHashMap<>();
        private int bytes;

        Part(int number, long version, List<Item> stored) {
            this.number = number;
            this.version = version;
            stored.forEach(this::put);
        }

        void put(Item event) {
            Item before = events.put(source.keyOf(event), event);
            bytes += form.weight(event) - (before == null ? 0 : form.weight(before));
        }

        void remove(Key key) {
            bytes -= form.weight(Objects.requireNonNull(events.remove(key)));
        }

        boolean hasRoom(Item event) {
            return events.isEmpty()
                    || (events.size() < MAX_PART_EVENTS && bytes + form.weight(event) <= MAX_PART_BYTES);
        }

        Put write(Parts identity, BackfillSpan span, String day) {
            Item item = Item.builder()
                    .put(
                            EVENTS,
                            form.encode(events.values().stream().sorted(order).toList()))
                    .put(VERSION, Num.of(version + 1))
                    .build();
            Condition isStill =
                    version == 0 ? attr(VERSION).absent() : attr(VERSION).is(Num.of(version));
            return Put.of(expiring(table.schema().keyed(keys.partKey(identity, span, day, number), item), span))
                    .when(isStill);
        }
    }

    /** Returns an item that expires some time after the span has ended. */
    Item expiring(Item item, BackfillSpan span) {
        String ttl = Objects.requireNonNull(table.schema().ttlAttribute());
        return item.with(ttl, Num.of(span.until().plus(SPARE).getEpochSecond()));
    }

    static String day(Instant clock) {
        return LocalDate.ofInstant(clock, ZoneOffset.UTC).toString();
    }

    /**
     * Adds events of one day.
     *
     * @param isClosed whether an event with this clock cannot be summarised any more
     * @param before runs before anything is written
     */
    CompletableFuture<List<Staged>> add(
            Place place, List<Item> events, Predicate<Instant> isClosed, Supplier<CompletableFuture<Void>> before) {
        @Nullable Staged[] results = new Staged[events.size()];
        return AsyncLoop.untilDone(() -> parts(place).thenCompose(parts -> {
                    Set<Part> changed = decide(parts, events, isClosed, results);
                    if (changed.isEmpty()) {
                        return CompletableFuture.completedFuture(true);
                    }
                    // Again afterwards: another process may have written the rows and removed the note in between.
                    return before.get()
                            .thenCompose(ready -> write(place, List.copyOf(changed), 0))
                            .thenCompose(isWritten -> before.get().thenApply(noted -> isWritten));
                }))
                .thenApply(done -> {
                    List<Staged> all = new ArrayList<>();
                    for (Staged result : results) {
                        all.add(Objects.requireNonNull(result));
                    }
                    return all;
                });
    }

    /**
     * Removes an event of a day; returns whether there was one.
     *
     * @param before runs before anything is written
     */
    CompletableFuture<Boolean> remove(Place place, Key key, Supplier<CompletableFuture<Void>> before) {
        AtomicBoolean isFound = new AtomicBoolean();
        return AsyncLoop.untilDone(() -> parts(place).thenCompose(parts -> {
                    List<Part> changed = parts.stream()
                            .filter(part -> part.events.containsKey(key))
                            .toList();
                    if (changed.isEmpty()) {
                        return CompletableFuture.completedFuture(true);
                    }
                    isFound.set(true);
                    changed.forEach(part -> part.remove(key));
                    return before.get().thenCompose(ready -> write(place, changed, 0));
                }))
                .thenApply(done -> isFound.get());
    }

    /** The events of one identity and day. */
    record Place(Parts identity, BackfillSpan span, String day) {}

    private Set<Part> decide(
            List<Part> parts, List<Item> events, Predicate<Instant> isClosed, @Nullable Staged[] results) {
        Map<Key, Part> known = new LinkedHashMap<>();
        // The last of several parts with an event counts: it moves if it grows.
        parts.forEach(part -> part.events.keySet().forEach(key -> known.put(key, part)));
        Set<Part> changed = new LinkedHashSet<>();
        for (int i = 0; i < events.size(); i++) {
            Item given = events.get(i);
            Key key = source.keyOf(given);
            Part part = known.get(key);
            Staged result;
            if (part != null) {
                Item stored = Objects.requireNonNull(part.events.get(key));
                Item merged = form.merged(stored, given);
                if (merged == null) {
                    result = new Staged(Kind.CONFLICT, stored, null);
                } else if (merged.equals(stored)) {
                    result = new Staged(Kind.DUPLICATE);
                } else if (isClosed.test(source.clockOf(given))) {
                    result = new Staged(Kind.SUMMARIZED);
                } else if (form.weight(merged) > MAX_EVENT_BYTES) {
                    result = tooLarge(merged);
                } else {
                    if (!part.hasRoom(merged)) {
                        part = room(parts, merged);
                    }
                    part.put(merged);
                    known.put(key, part);
                    changed.add(part);
                    result = new Staged(Kind.STORED);
                }
            } else if (isClosed.test(source.clockOf(given))) {
                result = new Staged(Kind.SUMMARIZED);
            } else if (form.weight(given) > MAX_EVENT_BYTES) {
                result = tooLarge(given);
            } else {
                part = room(parts, given);
                part.put(given);
                known.put(key, part);
                changed.add(part);
                result = new Staged(Kind.STORED);
            }
            Staged earlier = results[i];
            // After a lost race, what this call has stored is found again.
            if (earlier == null || earlier.kind() != Kind.STORED || result.kind() != Kind.DUPLICATE) {
                results[i] = result;
            }
        }
        return changed;
    }

    private Staged tooLarge(Item event) {
        return new Staged(
                Kind.REFUSED,
                null,
                new ItemTooLarge("event %s has %s bytes; the limit of a backfill is %s: keep large parts elsewhere"
                        .formatted(source.keyOf(event), form.weight(event), MAX_EVENT_BYTES)));
    }

    private Part room(List<Part> parts, Item event) {
        Part last = parts.isEmpty() ? null : parts.get(parts.size() - 1);
        if (last != null && last.hasRoom(event)) {
            return last;
        }
        Part next = new Part(last == null ? 0 : last.number + 1, 0, List.of());
        parts.add(next);
        return next;
    }

    private CompletableFuture<Boolean> write(Place place, List<Part> parts, int next) {
        if (next == parts.size()) {
            return CompletableFuture.completedFuture(true);
        }
        return table.put(parts.get(next).write(place.identity(), place.span(), place.day()))
                .thenApply(WriteResult::isWritten)
                .thenCompose(isWritten -> isWritten
                        ? write(place, parts, next + 1)
                        // Another process was faster: begin again with what it has stored.
                        : CompletableFuture.completedFuture(false));
    }

    private CompletableFuture<List<Part>> parts(Place place) {
        List<Part> parts = new ArrayList<>();
        return query(place.identity(), BackfillKeys.eventsOf(place.identity(), place.span(), place.day()))
                .forEachAsync(item -> parts.add(new Part(
                        BackfillKeys.part(parsed(item)),
                        item.number(VERSION).longValueExact(),
                        decoded(place.identity(), item))))
                .thenApply(read -> parts);
    }

    private RangeQuery query(Parts identity, Parts leading) {
        return RangeQuery.of(table, RangeSteps.of(keys.events().slices(leading)), "staged events " + identity, 1)
                .consistent();
    }

    private Parts parsed(Item item) {
        return keys.events()
                .parse(LayoutKeys.written(table.schema().keyOf(item)).orElseThrow());
    }

    private List<Item> decoded(Parts identity, Item item) {
        Value events = item.value(EVENTS);
        if (events == null) {
            throw new CorruptData(
                    "rollup.backfill",
                    "item %s has no events".formatted(table.schema().keyOf(item)));
        }
        return form.decode(identity, events);
    }

    /** Passes the events of a span with a clock in a range to the consumer, in the order of their clocks. */
    CompletableFuture<Void> forEach(Parts identity, BackfillSpan span, TimeRange range, Consumer<Item> each) {
        Day day = new Day(range, each);
        String first = day(
                range.from().isAfter(span.range().from())
                        ? range.from()
                        : span.range().from());
        String last = day(
                range.to().isBefore(span.range().to())
                        ? range.to()
                        : span.range().to());
        RangeQuery query = first.equals(last)
                ? query(identity, BackfillKeys.eventsOf(identity, span, first))
                : query(identity, BackfillKeys.eventsOf(identity, span));
        return query.forEachAsync(item -> {
                    String at = BackfillKeys.day(parsed(item));
                    // Outside of the range there is nothing to decode.
                    if (at.compareTo(first) >= 0 && at.compareTo(last) <= 0) {
                        day.add(at, decoded(identity, item));
                    }
                })
                .thenRun(day::end);
    }

    /** The parts of one day, which are merged. */
    private final class Day {
        private final TimeRange range;
        private final Consumer<Item> each;
        private final Map<Key, Item> events = new LinkedHashMap<>();
        private @Nullable String day;

        Day(TimeRange range, Consumer<Item> each) {
            this.range = range;
            this.each = each;
        }

        void add(String at, List<Item> more) {
            if (!at.equals(day)) {
                end();
                day = at;
            }
            more.forEach(event -> events.put(source.keyOf(event), event));
        }

        void end() {
            events.values().stream()
                    .filter(event -> range.contains(source.clockOf(event)))
                    .sorted(order)
                    .forEach(each);
            events.clear();
        }
    }

    /** Returns events of two sources in the order of their clocks; the first one counts where both have a key. */
    List<Item> merged(List<Item> some, List<Item> others) {
        Map<Key, Item> all = new TreeMap<>(Comparator.comparing(String::valueOf));
        others.forEach(event -> all.put(source.keyOf(event), event));
        some.forEach(event -> all.put(source.keyOf(event), event));
        return all.values().stream().sorted(order).toList();
    }
}
