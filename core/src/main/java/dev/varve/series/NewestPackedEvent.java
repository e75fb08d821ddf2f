package dev.varve.series;

import dev.varve.key.Parts;
import dev.varve.series.internal.packed.PackedTable;
import dev.varve.series.internal.packed.read.PackedLatest;
import dev.varve.series.internal.read.LatestSource;
import dev.varve.series.internal.read.StoredSeries;
import dev.varve.table.Consistency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Finds the latest record of a packed series that only this process writes: its newest event, which is kept in memory. */
final class NewestPackedEvent<E extends Record> implements LatestSource<E> {

    private final PackedLatest<E> events;
    private final int parallel;

    private NewestPackedEvent(PackedLatest<E> events, int parallel) {
        this.events = events;
        this.parallel = parallel;
    }

    /** Returns the source for a series without a current record. */
    static <E extends Record> LatestSource<E> of(StoredSeries<E> stored) {
        NewestEvent<E> searched = new NewestEvent<>(stored.history());
        PackedLatest<E> events = stored.table() instanceof PackedTable packed
                ? PackedLatest.of(
                        stored.definition(),
                        packed.store().visible(),
                        stored.items()::read,
                        identity -> searched.find(identity, Consistency.STRONG))
                : null;
        return events == null
                ? searched
                : new NewestPackedEvent<>(events, stored.open().parallel());
    }

    @Override
    public CompletableFuture<Optional<E>> find(Parts identity, Consistency consistency) {
        return events.find(identity);
    }

    @Override
    public CompletableFuture<Map<Parts, E>> findAll(List<Parts> identities) {
        return events.findAll(identities, parallel);
    }
}
