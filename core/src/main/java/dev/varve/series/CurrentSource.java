package dev.varve.series;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.series.internal.CurrentItems;
import dev.varve.series.internal.EventItems;
import dev.varve.series.internal.HistorySource;
import dev.varve.series.internal.SeriesDefinition;
import dev.varve.series.internal.StoredEvent;
import dev.varve.series.internal.StoredSeries;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Finds in the history what a current record is to say: what the newest event says, and where fields that an event does
 * not have stay, what all events say that the record has not seen, one laid over the other in the order of a history.
 */
final class CurrentSource<E extends Record, C extends Record> {

    /**
     * What a current record is written from.
     *
     * @param event the newest event, its record with the fields of earlier ones where these are merged
     * @param newest the item of the newest event as it was read
     */
    record Found(StoredEvent event, Item newest) {}

    private final HistorySource<E> events;
    private final SeriesDefinition<E> form;
    private final EventItems<E> items;
    private final CurrentItems<C> current;

    CurrentSource(StoredSeries<E> series, CurrentItems<C> current) {
        this.events = series.history();
        this.form = series.definition();
        this.items = series.items();
        this.current = current;
    }

    /**
     * Finds what the current record of an identity is to say; consistent.
     *
     * @param seen the clock of the event the record has seen already, or null to look at all events
     */
    CompletableFuture<Optional<Found>> find(Parts identity, @Nullable Instant seen) {
        History<E> all = new History<>(events, identity).consistent();
        if (current.isMerged()) {
            return merged(seen == null ? all : all.since(form.layout.floor(seen)));
        }
        return all.newestFirst().firstItem().thenApply(newest -> newest.map(this::found));
    }

    /** Returns the clock of the oldest event of an identity that is stored. */
    CompletableFuture<Optional<Instant>> oldest(Parts identity) {
        return new History<>(events, identity).consistent().firstAsync().thenApply(event -> event.map(items::clockOf));
    }

    /** Lays the events over each other; a history returns them in the order that says which is newer. */
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
