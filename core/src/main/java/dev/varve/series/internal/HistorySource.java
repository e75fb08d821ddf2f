package dev.varve.series.internal;

import dev.varve.item.Item;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.table.Condition;
import dev.varve.table.Table;
import dev.varve.table.internal.RecordConditions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where histories come from: what is the same for all series of one declaration.
 *
 * @param index the index to read, or null for the table
 * @param isEvent tells by its key in the table whether an item is an event of the series
 * @param layout the keys in the table or the index
 * @param stored the exact clock as events hold it
 * @param hasExactClock whether that clock counts, also where it is finer than the keys of table or index
 * @param lookBack how far back a range without a lower bound reaches, or null where it must have one
 * @param maxFuture how far ahead of now an event may be
 * @param parallel the most requests one call has under way at a time
 * @param name what people call the series
 * @param thinned thins events for a chart
 * @param condition turns a condition about events into one about their items
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
        UnaryOperator<Condition> condition) {

    /** Thins events for a chart of a component. */
    public interface Thinned<E> {
        List<E> of(Stream<E> events, int most, String field);
    }

    /** Returns the events of a series themselves. */
    public static <E extends Record> HistorySource<E> of(
            SeriesDefinition<E> form, EventItems<E> items, OpenSchema open, Table table) {
        return new HistorySource<>(
                table,
                null,
                item -> table.schema()
                        .keyOf(item)
                        .written()
                        .flatMap(form.layout::match)
                        .isPresent(),
                form.layout,
                HistoryClock.of(form.clock),
                form.layout.keepsExactClock(),
                items::read,
                open.clock(),
                form.lookBack,
                form.clockRules.maxFuture(),
                open.parallel(),
                form.name,
                (events, most, field) -> SeriesChart.of(form, field).thin(events, most),
                new RecordConditions(form.mapping, table.schema())::stored);
    }

    /** Returns the events as an index has them. */
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
                condition);
    }
}
