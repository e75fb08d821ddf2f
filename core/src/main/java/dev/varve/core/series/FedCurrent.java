package dev.varve.core.series;

import static dev.varve.core.table.AttributePath.attr;

import dev.varve.core.feed.Change;
import dev.varve.core.feed.ChangeHandler;
import dev.varve.core.item.Item;
import dev.varve.core.item.Num;
import dev.varve.core.key.Parts;
import dev.varve.core.table.Condition;
import dev.varve.core.table.Get;
import dev.varve.core.table.Parallel;
import dev.varve.core.table.Table;
import dev.varve.core.table.Update;
import dev.varve.core.table.WriteResult;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Brings current records up to date with the events, when the feed says that there was a change.
 *
 * <p>What the change was does not matter: the newest event is read, after the version of the current record, and written
 * over that version only. So a record is never of older reads than the one before it, whoever else writes it.
 */
final class FedCurrent<E extends Record, C extends Record> implements ChangeHandler {

    /** The attribute that counts how often a current record was written from the feed. */
    private static final String VERSION = "fedVersion";

    private final HistorySource<E> events;
    private final SeriesForm<E> form;
    private final EventItems<E> items;
    private final Table table;
    private final CurrentItems<C> current;

    FedCurrent(HistorySource<E> events, SeriesForm<E> form, EventItems<E> items, Table table, CurrentItems<C> current) {
        this.events = events;
        this.form = form;
        this.items = items;
        this.table = table;
        this.current = current;
    }

    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        Set<Parts> identities = new LinkedHashSet<>();
        for (Change change : changes) {
            if (change.cause() == Change.Cause.WRITE) {
                change.key()
                        .written()
                        .flatMap(form.layout::match)
                        .ifPresent(event -> identities.add(event.parts().only(form.layout.identity())));
            }
        }
        return Parallel.map(List.copyOf(identities), events.parallel(), this::follow)
                .thenAccept(done -> {});
    }

    private CompletableFuture<Void> follow(Parts identity) {
        return table.get(Get.of(current.keyOf(identity)).consistent()).thenCompose(found -> {
            long version = version(found.item());
            return newest(identity)
                    .thenCompose(newest -> newest.isEmpty()
                            ? CompletableFuture.completedFuture(null)
                            : write(
                                    identity,
                                    items.rewrite(newest.get(), events.clock().instant()),
                                    version));
        });
    }

    private static long version(@Nullable Item record) {
        return record != null && record.value(VERSION) instanceof Num number ? number.longValueExact() : 0;
    }

    private CompletableFuture<Void> write(Parts identity, StoredEvent event, long version) {
        Condition follows = current.isOlderThan(event).or(current.isOf(event));
        Update update = current.update(event, events.clock().instant())
                .set(VERSION, version + 1)
                .when(version == 0 ? attr(VERSION).absent() : attr(VERSION).is(version))
                .when(follows);
        return table.update(update)
                .thenCompose(result ->
                        result instanceof WriteResult.ConditionFailed failed && version(failed.existing()) != version
                                ? follow(identity)
                                // Otherwise the record is of a newer event, which was deleted: it stays.
                                : CompletableFuture.completedFuture(null));
    }

    /** Returns the newest event there is: by its exact clock, where keys hold only the tick. */
    private CompletableFuture<Optional<E>> newest(Parts identity) {
        History<E> all = new History<>(events, identity).consistent();
        CompletableFuture<Optional<E>> last = all.newestFirst().firstAsync();
        if (!form.layout.keepsExactClock()) {
            return last;
        }
        return last.thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedFuture(found);
            }
            Instant tick = form.layout.floor(items.clockOf(found.get()));
            return all.between(tick, form.layout.next(tick))
                    .listAsync()
                    .thenApply(ofTick -> ofTick.stream().reduce(this::newer));
        });
    }

    private E newer(E one, E other) {
        Item record = items.rewrite(one, events.clock().instant()).record();
        return current.isOlderThan(items.rewrite(other, events.clock().instant()))
                        .test(record)
                ? other
                : one;
    }
}
