package dev.varve.core.series;

import dev.varve.core.Rejected;
import dev.varve.core.item.Item;
import dev.varve.core.key.Parts;
import dev.varve.core.key.Slice;
import dev.varve.core.key.Step;
import dev.varve.core.key.TimeRange;
import dev.varve.core.schema.OpenSchema;
import dev.varve.core.table.Consistency;
import dev.varve.core.table.KeyAttribute;
import dev.varve.core.table.Ordering;
import dev.varve.core.table.PageToken;
import dev.varve.core.table.Query;
import dev.varve.core.table.Table;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Takes the newest event for the latest record: what a series without a current record does. Buckets are looked into
 * backwards, as far as the series looks back; the shards of one bucket at a time.
 */
final class NewestEvent<E extends Record> implements Latest<E> {

    private final SeriesForm<E> form;
    private final Table table;
    private final EventItems<E> items;
    private final OpenSchema open;

    NewestEvent(SeriesForm<E> form, Table table, EventItems<E> items, OpenSchema open) {
        this.form = form;
        this.table = table;
        this.items = items;
        this.open = open;
    }

    @Override
    public CompletableFuture<Optional<E>> find(Parts identity, Consistency consistency) {
        Iterator<Step> steps = form.layout.plan(identity, range()).backwards().iterator();
        return newest(steps, consistency).thenApply(found -> found.map(items::read));
    }

    @Override
    public CompletableFuture<Map<Parts, E>> findAll(List<Parts> identities) {
        return Parallel.map(identities, open.parallel(), identity -> find(identity, Consistency.EVENTUAL))
                .thenApply(found -> {
                    Map<Parts, E> records = new LinkedHashMap<>();
                    for (int i = 0; i < identities.size(); i++) {
                        Parts identity = identities.get(i);
                        found.get(i).ifPresent(record -> records.put(identity, record));
                    }
                    return records;
                });
    }

    private TimeRange range() {
        if (!form.layout.isBucketed()) {
            return TimeRange.all();
        }
        if (form.lookBack == null) {
            throw new Rejected(
                    "series.latest-unbounded",
                    ("the latest event of series %s could be in any of its buckets: say how far back to look with"
                                    + " lookBack(…), or how long events are kept with keep(…)")
                            .formatted(form.name));
        }
        Instant now = open.clock().instant();
        return TimeRange.of(
                now.minus(form.lookBack), now.plus(form.clockRules.maxFuture()).plusSeconds(1));
    }

    private CompletableFuture<Optional<Item>> newest(Iterator<Step> steps, Consistency consistency) {
        // A loop while answers are there at once, as on embedded engines: recursion would exhaust the stack.
        while (steps.hasNext()) {
            CompletableFuture<Optional<Item>> found = newest(steps.next(), consistency);
            if (!found.isDone() || found.isCompletedExceptionally()) {
                return found.thenCompose(item ->
                        item.isPresent() ? CompletableFuture.completedFuture(item) : newest(steps, consistency));
            }
            if (found.join().isPresent()) {
                return found;
            }
        }
        return CompletableFuture.completedFuture(Optional.empty());
    }

    private CompletableFuture<Optional<Item>> newest(Step step, Consistency consistency) {
        return Parallel.map(step.slices(), open.parallel(), slice -> last(slice, consistency, null))
                .thenApply(found -> found.stream().flatMap(Optional::stream).max(this::compare));
    }

    private int compare(Item one, Item other) {
        KeyAttribute sort = table.schema().key().sort();
        return sort == null ? 0 : Ordering.compareKeys(one.value(sort.name()), other.value(sort.name()));
    }

    private CompletableFuture<Optional<Item>> last(Slice slice, Consistency consistency, @Nullable PageToken resume) {
        Query query = Query.of(slice).descending().limit(1).resume(resume);
        return table.query(consistency == Consistency.STRONG ? query.consistent() : query)
                .thenCompose(page -> page.items().isEmpty() && page.next() != null
                        ? last(slice, consistency, page.next())
                        : CompletableFuture.completedFuture(page.first()));
    }
}
