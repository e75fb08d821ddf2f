package dev.varve.series;

import dev.varve.error.InvalidPageToken;
import dev.varve.error.Rejected;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.series.internal.current.CurrentItems;
import dev.varve.series.internal.current.CurrentStore;
import dev.varve.series.internal.read.Catalogue;
import dev.varve.series.internal.read.EventItems;
import dev.varve.series.internal.read.StoredEvent;
import dev.varve.series.internal.read.StoredSeries;
import dev.varve.table.ConditionCheck;
import dev.varve.table.Get;
import dev.varve.table.PageToken;
import dev.varve.table.Table;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Brings the current records of all identities up to date with the stored events. Safe to repeat, and safe while
 * appends run: a record is written only if it does not already hold a newer event, and only if the source event has not
 * changed since it was read.
 */
final class CurrentBackfill<E extends Record, C extends Record> {

    /** The number of identities that are filled between two checkpoints. */
    private static final int IDENTITIES_AT_ONCE = 200;

    private final Table events;
    private final Table table;
    private final EventItems<E> items;
    private final CurrentItems<C> current;
    private final CurrentSource<E, C> source;
    private final @Nullable FedCurrent<E, C> fed;
    /** Null for a series that has one identity without parts. */
    private final @Nullable Catalogue catalogue;

    private final int parallel;

    /** @param fed writes the records if they are fed, or null where appends write them */
    CurrentBackfill(
            StoredSeries<E> series,
            CurrentStore<C> current,
            CurrentSource<E, C> source,
            @Nullable FedCurrent<E, C> fed) {
        this.events = series.table();
        this.parallel = series.open().parallel();
        this.table = current.table();
        this.items = series.items();
        this.current = current.items();
        this.source = source;
        this.fed = fed;
        this.catalogue = series.catalogue();
    }

    /**
     * Fills all records, starting with the page of identities after this token.
     *
     * @param reached called after each page with the token to resume from, empty at the end; returns whether to
     *     continue
     */
    public CompletableFuture<Void> run(
            @Nullable PageToken after, Function<Optional<PageToken>, CompletableFuture<Boolean>> reached) {
        if (catalogue == null) {
            return fill(Parts.none())
                    .thenCompose(done -> reached.apply(Optional.empty()))
                    .thenAccept(done -> {});
        }
        Catalogue listed = catalogue;
        @Nullable PageToken[] next = {after};
        return AsyncLoop.whileTrue(() -> page(listed, next[0]).thenCompose(page -> {
            next[0] = page.next();
            return ParallelCalls.map(page.identities(), parallel, this::fill)
                    .thenCompose(done -> reached.apply(Optional.ofNullable(page.next())));
        }));
    }

    private CompletableFuture<Identities.IdentityPage> page(Catalogue listed, @Nullable PageToken after) {
        return read(listed, after).exceptionallyCompose(error -> {
            Throwable cause = AsyncLoop.failure(error);
            boolean isUnreadable = after != null && cause instanceof InvalidPageToken;
            // Another version of the program wrote the checkpoint. Starting again is safe.
            return isUnreadable ? read(listed, null) : CompletableFuture.failedFuture(cause);
        });
    }

    private CompletableFuture<Identities.IdentityPage> read(Catalogue listed, @Nullable PageToken after) {
        try {
            return listed.entries(parallel)
                    .consistent()
                    .limit(IDENTITIES_AT_ONCE)
                    .pageAsync(after)
                    .thenApply(page -> new Identities.IdentityPage(
                            page.items().stream().map(listed::read).toList(), page.next()));
        } catch (Rejected refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    private CompletableFuture<Void> fill(Parts identity) {
        return fed == null ? write(identity) : fed.follow(identity, this::created);
    }

    /** Returns the best estimate of when the first event was appended: the clock of the oldest stored event. */
    private CompletableFuture<Instant> created(StoredEvent newest) {
        return current.hasCreationStamp()
                ? source.oldest(newest.identity()).thenApply(oldest -> oldest.orElse(newest.clock()))
                : CompletableFuture.completedFuture(newest.clock());
    }

    private CompletableFuture<Void> write(Parts identity) {
        return source.find(identity, null)
                .thenCompose(found ->
                        found.isEmpty() ? CompletableFuture.completedFuture(null) : write(identity, found.get()));
    }

    private CompletableFuture<Void> write(Parts identity, CurrentSource.Found found) {
        return table.get(Get.of(current.keyOf(identity)).consistent()).thenCompose(stored -> {
            Item before = stored.item();
            if (before != null && !current.isBehind(before, found.event())) {
                return CompletableFuture.completedFuture(null);
            }
            return created(found.event()).thenCompose(created -> write(identity, found, created));
        });
    }

    private CompletableFuture<Void> write(Parts identity, CurrentSource.Found found, Instant created) {
        StoredEvent event = found.event();
        Update update = current.update(event, created).when(current.follows(event));
        TransactWrite check = TransactWrite.of(ConditionCheck.of(event.key(), items.isStill(found.newest())));
        return events.transactWrite(
                        current.table().equals(items.table())
                                ? check.and(update)
                                : check.andIn(current.table().name(), update))
                .thenCompose(result -> {
                    boolean isEventChanged = result instanceof TransactResult.Cancelled cancelled
                            && cancelled.reasons().get(0) instanceof TransactResult.Reason.ConditionFailed;
                    // Otherwise this call wrote the record, or an append wrote a newer one meanwhile.
                    return isEventChanged ? write(identity) : CompletableFuture.completedFuture(null);
                });
    }
}
