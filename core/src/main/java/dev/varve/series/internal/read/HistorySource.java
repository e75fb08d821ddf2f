package dev.varve.series.internal.read;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.series.internal.definition.EventIndex;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.packed.PackedTable;
import dev.varve.series.internal.packed.read.PackedHistory;
import dev.varve.table.Condition;
import dev.varve.table.Consistency;
import dev.varve.table.Query;
import dev.varve.table.Table;
import dev.varve.table.internal.LayoutKeys;
import dev.varve.table.internal.RecordConditions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The source of histories: everything that all identities of one declaration share.
 *
 * @param index the index to read, or null for the table
 * @param isEvent returns whether an item is an event of the series, by its key in the table
 * @param layout the keys in the table or the index
 * @param stored the clock attribute of the events
 * @param hasExactClock whether bounds are compared with that attribute where it is finer than the keys
 * @param lookBack how far back a range without a lower bound reaches, or null if a lower bound is required
 * @param maxFuture how far ahead of now an event may be
 * @param parallel the maximum number of concurrent requests of one call
 * @param name the name of the series
 * @param thinned thins events for a chart
 * @param condition converts a condition on events to one on their items
 * @param direct reads events without their items, or null if they are read through their items
 */
public record HistorySource<E>(
        Table table,
        @Nullable String index,
        Predicate<Item> isEvent,
        SeriesLayout layout,
        HistoryClock stored,
        boolean hasExactClock,
        Function<Item, E> read,
        InstantSource clock,
        @Nullable Duration lookBack,
        Duration maxFuture,
        int parallel,
        String name,
        Thinned<E> thinned,
        UnaryOperator<Condition> condition,
        @Nullable Direct<E> direct) {

    /** Reads events without their items. */
    public interface Direct<E> {
        /**
         * Returns the events of one identity in a range of whole ticks, at most {@code limit} unless that is 0. Returns null
         * for a range whose events are read through their items.
         */
        @Nullable
        CompletableFuture<List<E>> list(
                Parts identity, TimeRange range, Query.Order order, Consistency consistency, int limit);

        /** As {@link #list}, lazily; returns null also if that would cost more than to read the items. */
        @Nullable
        Stream<E> stream(Parts identity, TimeRange range, Query.Order order, Consistency consistency, int limit);
    }

    private record Packed<E extends Record>(PackedHistory<E> events) implements Direct<E> {

        @Override
        public @Nullable CompletableFuture<List<E>> list(
                Parts identity, TimeRange range, Query.Order order, Consistency consistency, int limit) {
            return events.list(identity, range, order, consistency, limit);
        }

        @Override
        public @Nullable Stream<E> stream(
                Parts identity, TimeRange range, Query.Order order, Consistency consistency, int limit) {
            return events.stream(identity, range, order, consistency, limit);
        }
    }

    /** Thins events for a chart of one component. */
    public interface Thinned<E> {
        List<E> of(Stream<E> events, int limit, String field);
    }

    /** Returns the events of a series in its table. */
    static <E extends Record> HistorySource<E> of(
            SeriesDefinition<E> definition, EventItems<E> items, OpenSchema open, Table table) {
        return new HistorySource<>(
                table,
                null,
                item -> LayoutKeys.written(table.schema().keyOf(item))
                        .flatMap(definition.layout::match)
                        .isPresent(),
                definition.layout,
                HistoryClock.of(definition.clock),
                definition.layout.keepsExactClock(),
                items::read,
                open.clock(),
                definition.lookBack,
                definition.clockRules.maxFuture(),
                open.parallel(),
                definition.name,
                (events, limit, field) -> SeriesChart.of(definition, field).thin(events, limit),
                new RecordConditions(definition.mapping, table.schema())::stored,
                direct(definition, items, table));
    }

    private static <E extends Record> @Nullable Direct<E> direct(
            SeriesDefinition<E> definition, EventItems<E> items, Table table) {
        PackedHistory<E> packed = table instanceof PackedTable packedTable
                ? PackedHistory.of(definition, packedTable.store().visible(), items::read)
                : null;
        return packed == null ? null : new Packed<>(packed);
    }

    /** Returns the same events as read from an index. */
    public HistorySource<E> on(EventIndex declared) {
        return new HistorySource<>(
                table,
                declared.name(),
                isEvent,
                declared.layout(),
                stored,
                hasExactClock,
                read,
                clock,
                lookBack,
                maxFuture,
                parallel,
                name,
                thinned,
                condition,
                null);
    }
}
