package dev.varve.testkit.model;

import dev.varve.Varve;
import dev.varve.item.ValueType;
import dev.varve.key.Tick;
import dev.varve.key.internal.SortType;
import dev.varve.schema.Schema;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.Current;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.TtlStart;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.table.TableSchema;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A random series declaration, with the properties that the model needs.
 *
 * @param hasId whether the id is part of the key, after the clock
 * @param hasNumberSort whether the sort key is the clock as a number; then there is no catalogue
 * @param span the approximate time between events; it depends on the buckets, so that ranges have a moderate number of
 *     them
 * @param isTracked whether there is a current record
 * @param isEnriched whether the current record has enrichment
 * @param isPacked whether events are packed; then there is neither an index nor a current record
 */
record DrawnSeries(
        Series<Event> series,
        Schema schema,
        Tick tick,
        boolean hasId,
        boolean hasNumberSort,
        Duration span,
        Duration maxFuture,
        @Nullable Duration lookBack,
        @Nullable Duration keep,
        TtlStart ttlBase,
        ConflictPolicy conflicts,
        boolean isTracked,
        boolean keepsLate,
        boolean mergesCurrent,
        boolean isEnriched,
        boolean isPacked) {

    /** Shortly after the change to summer time in Berlin; an epoch may have started before it. */
    static final Instant START = Instant.parse("2060-03-28T01:03:00Z");

    /** The index by place; the index of events with a level. */
    static final String BY_PLACE = "gsi1";

    static final String LEVELS = "gsi2";

    private static final List<ZoneId> ZONES =
            List.of(ZoneOffset.UTC, ZoneId.of("Europe/Berlin"), ZoneId.of("Asia/Kolkata"));

    /** A time bucket of the partition key, and a suitable time between events. */
    private record Bucket(String template, Duration span) {}

    private static final List<Bucket> BUCKETS = List.of(
            new Bucket("", Duration.ofDays(30)),
            new Bucket("", Duration.ofHours(3)),
            new Bucket("#{at:minute}", Duration.ofMinutes(8)),
            new Bucket("#{at:hour}", Duration.ofHours(8)),
            new Bucket("#{at:day}", Duration.ofDays(8)),
            new Bucket("#{at:month}", Duration.ofDays(100)));

    /** The times that a block covers. */
    private static final List<Duration> SPANS = List.of(
            Duration.ofMinutes(1),
            Duration.ofMinutes(20),
            Duration.ofHours(1),
            Duration.ofHours(4),
            Duration.ofDays(1));

    private static String clock(Draw draw, Tick tick) {
        return tick == Tick.MILLIS && draw.chance(30) ? "{at:ulid}" : "{at}";
    }

    /** @param packable the percentage of series that are packed, 0 for an engine that cannot */
    static DrawnSeries draw(Draw draw, Supplier<String> tableNames, int packable) {
        Bucket bucket = draw.oneOf(BUCKETS);
        boolean isPacked = draw.chance(packable);
        boolean hasId = !isPacked && draw.chance(40);
        boolean hasNumberSort = !isPacked && !hasId && draw.chance(20);
        Tick tick = draw.oneOf(Tick.SECONDS, Tick.MILLIS, hasNumberSort ? Tick.MILLIS : Tick.NANOS);
        String prefix = draw.oneOf("", "E#");
        String sort = hasNumberSort ? "{at:epoch}" : prefix + clock(draw, tick) + (hasId ? "#{id}" : "");
        Duration span = bucket.span();
        Duration keep = draw.chance(50) ? span.multipliedBy(draw.between(1, 2)) : null;
        TtlStart base = isPacked ? TtlStart.EVENT_TIME : draw.oneOf(TtlStart.values());
        Duration declaredLookBack = draw.chance(60) ? span.plusMillis(draw.below(5_000)) : null;
        ConflictPolicy conflicts = draw.oneOf(ConflictPolicy.values());
        Duration maxFuture = span.dividedBy(4);

        SeriesBuilder<Event> builder = Series.of(Event.class)
                .named("drawn")
                .partition(partition(draw, bucket, isPacked))
                .sort(sort)
                .tick(tick)
                .zone(draw.oneOf(ZONES))
                .maxFuture(maxFuture)
                .onConflict(conflicts);
        if (draw.chance(30)) {
            Instant change = START.plus(span.dividedBy(draw.between(3, 20)).negated());
            SeriesBuilder<Event> unused = draw.chance(70)
                    ? builder.since(Tick.SECONDS.floor(change), partition(draw, bucket, isPacked))
                    : builder.since(Tick.SECONDS.floor(change), draw.oneOf(ZONES));
        }
        builder = keep == null ? builder : builder.keep(keep, base);
        builder = declaredLookBack == null ? builder : builder.lookBack(declaredLookBack);
        String indexSort = draw.oneOf("{at}", "{at}#{device}");
        builder = isPacked
                ? builder.packed(draw.oneOf(SPANS))
                : builder.index(BY_PLACE, "PLACE#{place}" + bucket.template(), indexSort)
                        .sparseIndex(LEVELS, "level", "LEVELS" + bucket.template() + "#{shard:3}", indexSort);

        boolean isTracked = !isPacked && draw.chance(60);
        boolean keepsLate = draw.chance(60);
        boolean merges = draw.chance(40);
        boolean isEnriched = draw.chance(60);
        String table = tableNames.get();
        @Nullable String currentTable = isTracked && (hasNumberSort || draw.chance(10)) ? tableNames.get() : null;
        Series<Event> series = !isTracked
                ? builder.build()
                : isEnriched
                        ? builder.current(declared(
                                        Current.transactional(State.class).createdAt("createdAt"),
                                        currentTable,
                                        keepsLate,
                                        merges))
                                .build()
                        : builder.current(declared(Current.transactional(Event.class), currentTable, keepsLate, merges))
                                .build();
        return new DrawnSeries(
                series,
                schema(table, currentTable, series),
                tick,
                hasId,
                hasNumberSort,
                span,
                maxFuture,
                declaredLookBack == null ? keep : declaredLookBack,
                keep,
                base,
                conflicts,
                isTracked,
                keepsLate,
                merges,
                isTracked && isEnriched,
                isPacked);
    }

    private static String partition(Draw draw, Bucket bucket, boolean isPacked) {
        // Minute buckets already mean many partitions.
        int mostShards = bucket.template().contains("minute") ? 3 : 16;
        return "S#{device}" + bucket.template()
                + (!isPacked && draw.chance(40) ? "#{shard:%s}".formatted(draw.between(2, mostShards)) : "");
    }

    private static <C extends Record> Current<C> declared(
            Current<C> current, @Nullable String table, boolean keepsLate, boolean merges) {
        Current<C> placed = table == null
                ? current.keys("S#{device}", "E")
                : current.in(table).keys("S#{device}");
        Current<C> late = keepsLate ? placed.keepLate() : placed;
        return merges ? late.merge() : late;
    }

    private static Schema schema(String table, @Nullable String currentTable, Series<Event> series) {
        if (currentTable == null) {
            return Schema.of(table, series);
        }
        TableSchema.Builder events = TableSchema.named(table);
        for (String index : List.of(BY_PLACE, LEVELS)) {
            events.index(index, index + "pk", index + "sk");
        }
        if (SeriesAccess.instance().layout(series).sortType() == SortType.NUMBER) {
            events.sort("sk", ValueType.NUMBER);
        }
        return Schema.of(
                Schema.in(events.build(), series),
                Schema.in(TableSchema.named(currentTable).withoutSort().build()));
    }

    OpenSeries<Event> open(Varve db) {
        return db.series(series);
    }

    boolean isBucketed() {
        return SeriesAccess.instance().layout(series).isBucketed();
    }

    /** Returns whether the outcome of an append carries the new current record. */
    boolean appliedCarriesCurrent() {
        return isTracked && !isEnriched && !mergesCurrent;
    }

    /** Returns the event as stored: with an id after the clock, the clock is not truncated. */
    Event cut(Event given) {
        return hasId ? given : given.at(cutClock(given.at()));
    }

    Instant cutClock(Instant clock) {
        return tick.floor(clock);
    }

    boolean isSameKey(Event one, Event other) {
        return one.device().equals(other.device())
                && cutClock(one.at()).equals(cutClock(other.at()))
                && (!hasId || one.id().equals(other.id()));
    }

    /** Returns whether a current record was written by the event with this key. */
    boolean isOf(Event event, State state) {
        return cutClock(event.at()).equals(cutClock(state.at()))
                && (!hasId || event.id().equals(state.id()));
    }

    boolean isNewer(Event event, State state) {
        int order = cutClock(event.at()).compareTo(cutClock(state.at()));
        return order > 0 || (order == 0 && hasId && event.id().compareTo(state.id()) > 0);
    }

    boolean isOver(Instant clock, Instant now) {
        return keep != null && !clock.plus(keep).isAfter(now);
    }

    /** Returns the second at which an event expires. */
    long expiresAt(Instant clock, Instant now) {
        if (keep == null) {
            return Long.MAX_VALUE;
        }
        Instant from = ttlBase == TtlStart.EVENT_TIME ? clock : now;
        return Tick.SECONDS.ceil(from.plus(keep)).getEpochSecond();
    }
}
