package dev.varve.core.series;

import dev.varve.core.key.Parts;
import dev.varve.core.table.Consistency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Where the latest record of a series comes from. */
interface Latest<C extends Record> {

    CompletableFuture<Optional<C>> find(Parts identity, Consistency consistency);

    /** Returns the latest records of those that have one, in the order in which they were asked for. */
    CompletableFuture<Map<Parts, C>> findAll(List<Parts> identities);
}
