package dev.varve.series;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.series.internal.current.CurrentItems;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.read.EventItems;
import dev.varve.series.internal.read.HistorySource;
import dev.varve.series.internal.read.StoredEvent;
import dev.varve.series.internal.read.StoredSeries;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Computes a current record from the history. The record is the newest event or, if the series merges, all events that
 * the record does not include yet, applied one after the other in the order of a history.
 */
final class CurrentSource<E extends Record, C extends Record> {

    /**
     * The source of a current record.
     *
     * @param event the newest event; if the series merges, with the components of earlier events
     * @param newest the item of the newest event as it was read
     */
    record Found(StoredEvent event, Item newest) {}

    private final HistorySource<E> events;
    private final SeriesDefinition<E> definition;
    private final EventItems<E> items;
    private final CurrentItems<C> current;

    CurrentSource(StoredSeries<E> series, CurrentItems<C> current) {
        this.events = series.history();
        this.definition = series.definition();
        this.items = series.items();
        this.current = current;
    }

    /**
     * Finds the source of the current record of an identity, with a consistent read.
     *
     * @param seen the clock of the newest event that the record includes, or null to read all events
     */
    CompletableFuture<Optional<Found>> find(Parts identity, @Nullable Instant seen) {
        History<E> all = new History<>(events, identity).consistent();
        if (current.isMerged()) {
            return merged(seen == null ? all : all.since(definition.layout.floor(seen)));
        }
        return all.newestFirst().firstItem().thenApply(newest -> newest.map(this::found));
    }

    /** Returns the clock of the oldest stored event of an identity. */
    CompletableFuture<Optional<Instant>> oldest(Parts identity) {
        return new History<>(events, identity).consistent().firstAsync().thenApply(event -> event.map(items::clockOf));
    }

    /** Merges the events in the order of a history, so that newer values win. */
    private CompletableFuture<Optional<Found>> merged(History<E> some) {
        @Nullable Found[] newest = new Found[1];
        return some.forEachItem(item -> {
                    Found before = newest[0];
                    newest[0] = before == null ? found(item) : over(before, found(item));
                })
                .thenApply(done -> Optional.ofNullable(newest[0]));
    }

    private Found found(Item item) {
        return new Found(items.rewrite(items.read(item), events.clock().instant()), item);
    }

    private static Found over(Found older, Found newer) {
        StoredEvent event = newer.event();
        Item merged = Item.builder()
                .putAll(older.event().record())
                .putAll(event.record())
                .build();
        return new Found(
                new StoredEvent(event.key(), merged, event.item(), event.clock(), event.identity()), newer.newest());
    }
}
