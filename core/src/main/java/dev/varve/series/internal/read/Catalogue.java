package dev.varve.series.internal.read;

import dev.varve.error.CorruptData;
import dev.varve.error.KeyTooLong;
import dev.varve.internal.Interner;
import dev.varve.internal.ParallelCalls;
import dev.varve.internal.range.RangeQuery;
import dev.varve.internal.range.RangeSteps;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.key.PartType;
import dev.varve.key.Parts;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.LayoutKey;
import dev.varve.schema.internal.KeyComponents;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.table.AttributePath;
import dev.varve.table.Capacity;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.WriteResult;
import dev.varve.table.internal.LayoutKeys;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The list of the identities of a series, stored in its table: one item per identity, with the last month of its
 * events.
 *
 * <p>An identity is listed before its first event of a month is stored, so that every event has an entry. Listed
 * identities are cached, so each costs one write per month.
 */
public final class Catalogue {

    /** The attribute with the last month that has events, such as {@code 2026-04}. */
    static final String MONTH = "month";

    /** The attribute with the parts of an identity that is too long for a sort key. */
    private static final String LONG_ID = "id";

    /** The prefix of the sort key of such an identity. */
    private static final String HASHED = "ID#~";

    /** The cache is cleared beyond this many identities and months. Listing one again costs a write and is safe. */
    private static final int MAX_CACHED = 4_000_000;

    /** The largest number of sets of months that identities share. */
    private static final int MAX_SHARED = 10_000;

    /** The largest number of identities that are listed at a time, on a table without grouped puts. */
    private static final int NOTED_AT_ONCE = 256;

    private final Table table;
    private final EntityLayout layout;
    private final Set<String> numbers;
    private final Map<Parts, Set<YearMonth>> listed = new ConcurrentHashMap<>();
    private final Interner<Set<YearMonth>> months = new Interner<>(MAX_SHARED);
    private final AtomicInteger cached = new AtomicInteger();
    private final AtomicLong revision = new AtomicLong(1);

    /** Returns the catalogue of a series in its table, or null if it has none. */
    static @Nullable Catalogue of(SeriesDefinition<?> definition, Table table) {
        if (definition.catalogue == null) {
            return null;
        }
        Set<String> numbers = KeyComponents.types(definition.mapping).entrySet().stream()
                .filter(part -> part.getValue() == PartType.NUMBER)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        return new Catalogue(table, definition.catalogue, numbers);
    }

    /** @param numbers the parts of an identity that are numbers */
    private Catalogue(Table table, EntityLayout layout, Set<String> numbers) {
        // Durable with the event that is stored next.
        this.table = table.deferred();
        this.layout = layout;
        this.numbers = numbers;
    }

    /** Returns the entries in an arbitrary order. */
    public RangeQuery entries(int parallel) {
        return RangeQuery.of(
                        table,
                        RangeSteps.of(layout.slices(Parts.none())),
                        layout.partitions().get(0),
                        parallel)
                .only(this::isEntry);
    }

    private boolean isEntry(Item item) {
        Key key = table.schema().keyOf(item);
        boolean isHashed = key.sort() instanceof Value.Text sort && sort.value().startsWith(HASHED);
        return isHashed || LayoutKeys.written(key).flatMap(layout::match).isPresent();
    }

    /** Returns the identity that an item of this catalogue represents. */
    public Parts read(Item item) {
        if (item.value(LONG_ID) instanceof Value.MapOf parts) {
            Parts identity = Parts.none();
            for (Map.Entry<String, Value> part : parts.values().entrySet()) {
                identity = part.getValue() instanceof Num number
                        ? identity.with(part.getKey(), number.value())
                        : identity.with(part.getKey(), text(part.getValue()));
            }
            return identity;
        }
        Key key = table.schema().keyOf(item);
        return layout.parse(LayoutKey.of(text(key.partition()), text(key.sort())));
    }

    private static String text(@Nullable Value value) {
        if (value instanceof Value.Text text) {
            return text.value();
        }
        throw new CorruptData(
                "series.catalogue", "an entry of the catalogue has %s where a text is expected".formatted(value));
    }

    private Item item(Parts identity) {
        try {
            return table.schema().keyed(LayoutKeys.key(layout.write(identity)), Item.empty());
        } catch (KeyTooLong tooLong) {
            // A partition key may be longer than a sort key. An identity too long for a sort key is listed under its
            // hash.
            LayoutKey key = LayoutKey.of(layout.writePartition(identity), HASHED + hash(identity.toString()));
            return table.schema().keyed(LayoutKeys.key(key), Item.of(LONG_ID, new Value.MapOf(values(identity))));
        }
    }

    private Map<String, Value> values(Parts identity) {
        Map<String, Value> values = new TreeMap<>();
        for (String name : identity.names()) {
            values.put(name, numbers.contains(name) ? Num.of(identity.number(name)) : Value.of(identity.text(name)));
        }
        return values;
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    /** Returns whether this process knows that an identity is listed for the month of this clock. */
    public boolean isNoted(Parts identity, Instant clock) {
        return isListed(identity, YearMonth.from(clock.atOffset(ZoneOffset.UTC)));
    }

    /** Returns a number that changes whenever an identity may no longer be listed. */
    public long revision() {
        return revision.get();
    }

    /** Lists an identity for the month of this clock, unless it is listed already; returns the capacity consumed. */
    public CompletableFuture<Capacity> note(Parts identity, Instant clock) {
        YearMonth of = YearMonth.from(clock.atOffset(ZoneOffset.UTC));
        if (isListed(identity, of)) {
            return CompletableFuture.completedFuture(Capacity.NONE);
        }
        return table.put(put(identity, of)).thenApply(WriteResult::capacity).thenApply(capacity -> {
            remember(identity, of);
            return capacity;
        });
    }

    /** An identity with a clock of one of its events. */
    public record Listing(Parts identity, Instant clock) {}

    /** Lists identities for the months of these clocks, with grouped puts where the table gains by it. */
    public CompletableFuture<Void> noteAll(List<Listing> listings) {
        Set<Entry> missing = new LinkedHashSet<>();
        for (Listing listing : listings) {
            YearMonth month = YearMonth.from(listing.clock().atOffset(ZoneOffset.UTC));
            if (!isListed(listing.identity(), month)) {
                missing.add(new Entry(listing.identity(), month));
            }
        }
        if (missing.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        List<Entry> entries = List.copyOf(missing);
        if (table.putsAtOnce() <= 1) {
            return ParallelCalls.map(
                            entries,
                            NOTED_AT_ONCE,
                            entry -> table.put(put(entry.identity(), entry.month()))
                                    .thenApply(result -> {
                                        remember(entry.identity(), entry.month());
                                        return result;
                                    }))
                    .thenAccept(all -> {});
        }
        List<Put> puts = new ArrayList<>(entries.size());
        entries.forEach(entry -> puts.add(put(entry.identity(), entry.month())));
        List<CompletableFuture<WriteResult>> results = table.putEach(puts);
        return CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
                .thenAccept(all -> entries.forEach(entry -> remember(entry.identity(), entry.month())));
    }

    private record Entry(Parts identity, YearMonth month) {}

    private boolean isListed(Parts identity, YearMonth month) {
        return listed.getOrDefault(identity, Set.of()).contains(month);
    }

    private Put put(Parts identity, YearMonth of) {
        Value month = Value.of(of.toString());
        return Put.of(item(identity).with(MONTH, month))
                .when(AttributePath.attr(MONTH)
                        .absent()
                        .or(AttributePath.attr(MONTH).before(month)));
    }

    private void remember(Parts identity, YearMonth month) {
        if (cached.incrementAndGet() > MAX_CACHED) {
            listed.clear();
            cached.set(1);
        }
        // Most identities have events in the same months.
        listed.merge(identity, months.shared(Set.of(month)), (some, more) -> months.shared(union(some, more)));
    }

    private static Set<YearMonth> union(Set<YearMonth> some, Set<YearMonth> more) {
        Set<YearMonth> all = new HashSet<>(some);
        all.addAll(more);
        return Set.copyOf(all);
    }

    /** Returns whether an identity is listed, with a consistent read. */
    CompletableFuture<Boolean> isListed(Parts identity) {
        return table.get(Get.of(table.schema().keyOf(item(identity))).consistent())
                .thenApply(result -> result.find().isPresent());
    }

    /** Removes an identity from the list; its next event lists it again. */
    public CompletableFuture<Void> remove(Parts identity) {
        return table.delete(Delete.of(table.schema().keyOf(item(identity)))).thenAccept(result -> forget(identity));
    }

    /** Removes an identity from the cache, so that its next event writes the entry again. */
    public void forget(Parts identity) {
        listed.remove(identity);
        revision.incrementAndGet();
    }
}
