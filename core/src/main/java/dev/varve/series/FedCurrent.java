package dev.varve.series;

import static dev.varve.table.AttributePath.attr;

import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.key.Parts;
import dev.varve.series.internal.current.CurrentItems;
import dev.varve.series.internal.current.CurrentStore;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.read.HistorySource;
import dev.varve.series.internal.read.StoredEvent;
import dev.varve.series.internal.read.StoredSeries;
import dev.varve.table.Get;
import dev.varve.table.Table;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
import dev.varve.table.internal.LayoutKeys;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Updates current records from the events whenever the change feed reports a change.
 *
 * <p>The content of the change does not matter. The handler reads the version of the current record first and the
 * newest event second, and writes the record only over that version. So a record never goes back to an older read, even
 * with several writers.
 */
final class FedCurrent<E extends Record, C extends Record> implements ChangeHandler {

    /** The attribute that counts the writes of a current record from the feed. */
    private static final String VERSION = "fedVersion";

    private final HistorySource<E> events;
    private final SeriesDefinition<E> definition;
    private final CurrentSource<E, C> source;
    private final Table table;
    private final CurrentItems<C> current;

    FedCurrent(StoredSeries<E> series, CurrentSource<E, C> source, CurrentStore<C> current) {
        this.events = series.history();
        this.definition = series.definition();
        this.source = source;
        this.table = current.table();
        this.current = current.items();
    }

    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        Set<Parts> identities = new LinkedHashSet<>();
        for (Change change : changes) {
            if (change.cause() == Change.Cause.WRITE) {
                LayoutKeys.written(change.key())
                        .flatMap(definition.layout::match)
                        .ifPresent(event -> identities.add(event.parts().only(definition.layout.identity())));
            }
        }
        return ParallelCalls.map(List.copyOf(identities), events.parallel(), this::follow)
                .thenAccept(done -> {});
    }

    private CompletableFuture<Void> follow(Parts identity) {
        return follow(
                identity,
                event -> CompletableFuture.completedFuture(events.clock().instant()));
    }

    /**
     * Brings the record of one identity up to date.
     *
     * @param created returns when the first event was appended, for a record without this stamp
     */
    CompletableFuture<Void> follow(Parts identity, Function<StoredEvent, CompletableFuture<Instant>> created) {
        return table.get(Get.of(current.keyOf(identity)).consistent()).thenCompose(found -> {
            long version = version(found.item());
            // A record that was never fed may have been merged by other rules, so it is computed from all events.
            Instant seen = version == 0 ? null : current.clockOf(found.item());
            return source.find(identity, seen)
                    .thenCompose(newest -> newest.isEmpty()
                            ? CompletableFuture.completedFuture(null)
                            : created.apply(newest.get().event())
                                    .thenCompose(at -> write(newest.get().event(), version, at)
                                            .thenCompose(isBehind -> isBehind
                                                    ? follow(identity, created)
                                                    : CompletableFuture.completedFuture(null))));
        });
    }

    private static long version(@Nullable Item record) {
        return record != null && record.value(VERSION) instanceof Num number ? number.longValueExact() : 0;
    }

    /** Writes the record; returns whether another writer changed it meanwhile, so that it must be read again. */
    private CompletableFuture<Boolean> write(StoredEvent event, long version, Instant created) {
        Update update = current.update(event, created)
                .set(VERSION, version + 1)
                .when(version == 0 ? attr(VERSION).absent() : attr(VERSION).is(version))
                .when(current.follows(event));
        return table.update(update)
                // A record with this version that holds a newer event stays: that event was deleted.
                .thenApply(result ->
                        result instanceof WriteResult.ConditionFailed failed && version(failed.existing()) != version);
    }
}
