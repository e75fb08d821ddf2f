package dev.varve.core.series;

import dev.varve.core.item.Item;
import dev.varve.core.key.SeriesLayout;
import dev.varve.core.key.Tick;
import dev.varve.core.table.Table;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where histories come from: what is the same for all series of one declaration.
 *
 * @param index the index to read, or null for the table
 * @param layout the keys in the table or the index
 * @param clockAttribute the attribute that holds the exact clock
 * @param clockTick the width of the clock in that attribute
 * @param lookBack how far back a range without a lower bound reaches, or null where it must have one
 * @param maxFuture how far ahead of now an event may be
 * @param parallel the most requests one call has under way at a time
 * @param name what people call the series
 */
record HistorySource<E>(
        Table table,
        @Nullable String index,
        SeriesLayout layout,
        String clockAttribute,
        Tick clockTick,
        Function<Item, E> read,
        InstantSource clock,
        @Nullable Duration lookBack,
        Duration maxFuture,
        int parallel,
        String name) {}
