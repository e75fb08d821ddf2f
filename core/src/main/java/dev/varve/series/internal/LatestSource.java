package dev.varve.series.internal;

import dev.varve.key.Parts;
import dev.varve.table.Consistency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Where the latest record of a series comes from. */
public interface LatestSource<C extends Record> {

    CompletableFuture<Optional<C>> find(Parts identity, Consistency consistency);

    /** Returns the latest records of those that have one, in the order in which they were asked for. */
    CompletableFuture<Map<Parts, C>> findAll(List<Parts> identities);
}
