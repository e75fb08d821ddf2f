package dev.varve.series.internal.packed.read;

import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.packed.bucket.NewestRow;
import dev.varve.series.internal.packed.bucket.RowMemory;
import dev.varve.series.internal.packed.row.RecordRows;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.table.Query;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the newest event of an identity in memory. What is not known there is read once; from then on the changes of the
 * series keep it up to date. This needs a series that no other process can write.
 */
public final class PackedLatest<E extends Record> {

    private final SeriesDefinition<E> definition;
    private final VisibleRows visible;
    private final RecordRows<E> rows;
    private final Function<Item, E> read;
    private final Function<Parts, CompletableFuture<Optional<E>>> search;

    private PackedLatest(
            SeriesDefinition<E> definition,
            VisibleRows visible,
            Function<Item, E> read,
            Function<Parts, CompletableFuture<Optional<E>>> search) {
        this.definition = definition;
        this.visible = visible;
        this.rows = new RecordRows<>(definition, visible.items());
        this.read = read;
        this.search = search;
    }

    /**
     * Returns the finder, or null if other processes can write the series, or it is searched only so far back.
     *
     * @param read reads an event from its item
     * @param search finds the newest event in the table
     */
    public static <E extends Record> @Nullable PackedLatest<E> of(
            SeriesDefinition<E> definition,
            VisibleRows visible,
            Function<Item, E> read,
            Function<Parts, CompletableFuture<Optional<E>>> search) {
        return visible.isOnlyWriter() && !definition.layout.isBucketed()
                ? new PackedLatest<>(definition, visible, read, search)
                : null;
    }

    public CompletableFuture<Optional<E>> find(Parts identity) {
        NewestRow known = visible.memory().newest(identity);
        if (known != null) {
            return CompletableFuture.completedFuture(event(identity, known, visible.now()));
        }
        long drops = visible.memory().drops();
        RowMemory.HeldRow held = visible.memory().newestHeld(identity);
        // The bucket of a past day may be part of a joined one, which has an earlier key.
        Query later = held == null || held.end() <= visible.state().ticks(visible.now())
                ? null
                : visible.layout().blocksFrom(identity, held.end());
        if (held == null || later == null) {
            return searched(identity, drops);
        }
        // Memory has all rows of this bucket and of later ones that are in memory, so only a later block can have a
        // newer one.
        return visible.stored().query(later.limit(1).consistent()).thenCompose(page -> {
            if (page.first().isPresent() || !page.isLast()) {
                return searched(identity, drops);
            }
            visible.memory().newest(identity, held.row(), drops);
            return CompletableFuture.completedFuture(event(identity, new NewestRow(held.row()), visible.now()));
        });
    }

    /** Finds the newest event in the table. */
    private CompletableFuture<Optional<E>> searched(Parts identity, long drops) {
        return search.apply(identity).thenApply(found -> {
            found.ifPresent(event -> learn(identity, event, drops));
            return found;
        });
    }

    /** Returns the newest events of the identities that have one, in the order given. */
    public CompletableFuture<Map<Parts, E>> findAll(List<Parts> identities, int parallel) {
        Instant now = visible.now();
        List<NewestRow> known = visible.memory().newest(identities);
        List<Parts> unknown = new ArrayList<>();
        for (int i = 0; i < identities.size(); i++) {
            if (known.get(i) == null) {
                unknown.add(identities.get(i));
            }
        }
        return ParallelCalls.map(unknown, parallel, this::find).thenApply(found -> {
            Map<Parts, E> events = new LinkedHashMap<>();
            int next = 0;
            for (int i = 0; i < identities.size(); i++) {
                Parts identity = identities.get(i);
                NewestRow row = known.get(i);
                (row == null ? found.get(next++) : event(identity, row, now))
                        .ifPresent(event -> events.put(identity, event));
            }
            return events;
        });
    }

    private Optional<E> event(Parts identity, NewestRow newest, Instant now) {
        Row row = newest.row();
        // If the newest event has expired, all others have.
        if (!visible.items().isLive(row.tick(), now)) {
            return Optional.empty();
        }
        Record before = newest.event();
        if (definition.mapping.type().isInstance(before)) {
            return Optional.of(definition.mapping.type().cast(before));
        }
        E event = read.apply(visible.items().item(identity, row));
        if (rows.isImmutable()) {
            // So several callers may have it.
            newest.event(event);
        }
        return Optional.of(event);
    }

    private void learn(Parts identity, E event, long drops) {
        Instant clock = (Instant) Objects.requireNonNull(definition.clock.object(event));
        if (!visible.layout().isPacked(clock)) {
            // Memory does not follow the changes of items.
            return;
        }
        visible.memory()
                .newest(identity, rows.row(event, visible.layout().ticks(definition.layout.floor(clock))), drops);
    }
}
