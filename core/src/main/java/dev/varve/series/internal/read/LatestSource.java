package dev.varve.series.internal.read;

import dev.varve.key.Parts;
import dev.varve.table.Consistency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Finds the latest record of a series. */
public interface LatestSource<C extends Record> {

    CompletableFuture<Optional<C>> find(Parts identity, Consistency consistency);

    /** Returns the latest records of the identities that have one, in the order given. */
    CompletableFuture<Map<Parts, C>> findAll(List<Parts> identities);
}
