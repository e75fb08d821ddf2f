package dev.varve.core.series;

import dev.varve.core.key.Parts;
import dev.varve.core.schema.OpenSchema;
import dev.varve.core.table.Consistency;
import dev.varve.core.table.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Takes the newest event for the latest record: what a series without a current record does. */
final class NewestEvent<E extends Record> implements Latest<E> {

    NewestEvent(Series<E> series, Table table, EventItems<E> items, OpenSchema open) {}

    @Override
    public CompletableFuture<Optional<E>> find(Parts identity, Consistency consistency) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Map<Parts, E>> findAll(List<Parts> identities) {
        throw new UnsupportedOperationException();
    }
}
