package dev.varve.series;

import dev.varve.error.Rejected;
import dev.varve.internal.ParallelCalls;
import dev.varve.key.Parts;
import dev.varve.series.internal.read.HistorySource;
import dev.varve.series.internal.read.LatestSource;
import dev.varve.table.Consistency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Finds the latest record of a series without a current record: its newest event. If partitions are split by time, they
 * are searched backwards, as far as {@code lookBack} allows.
 */
final class NewestEvent<E extends Record> implements LatestSource<E> {

    private final HistorySource<E> source;

    NewestEvent(HistorySource<E> source) {
        this.source = source;
    }

    @Override
    public CompletableFuture<Optional<E>> find(Parts identity, Consistency consistency) {
        if (source.layout().isBucketed() && source.lookBack() == null) {
            throw new Rejected(
                    "series.latest-unbounded",
                    "the latest event of series %s could be in any of its buckets: declare how far back to look with"
                                    .formatted(source.name())
                            + " lookBack(…), or how long events are kept with keep(…)");
        }
        History<E> backwards = new History<>(source, identity).newestFirst();
        return (consistency == Consistency.STRONG ? backwards.consistent() : backwards).firstAsync();
    }

    @Override
    public CompletableFuture<Map<Parts, E>> findAll(List<Parts> identities) {
        return ParallelCalls.map(identities, source.parallel(), identity -> find(identity, Consistency.EVENTUAL))
                .thenApply(found -> {
                    Map<Parts, E> records = new LinkedHashMap<>();
                    for (int i = 0; i < identities.size(); i++) {
                        Parts identity = identities.get(i);
                        found.get(i).ifPresent(record -> records.put(identity, record));
                    }
                    return records;
                });
    }
}
