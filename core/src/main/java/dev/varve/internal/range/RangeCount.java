package dev.varve.internal.range;

import dev.varve.item.Item;
import dev.varve.key.internal.PartitionSlice;
import dev.varve.key.internal.RangeStep;
import dev.varve.table.BlockingTable;
import dev.varve.table.Page;
import dev.varve.table.Query;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** Counts the items of a range: partitions in parallel, the pages of one partition one after another. */
final class RangeCount {

    private record Pending(Query query, CompletableFuture<Page> response) {}

    private final RangeQuery range;
    private final Prefetch requests;
    private final Iterator<RangeStep> steps;
    private final Deque<Query> ready = new ArrayDeque<>();
    private final List<Pending> pending = new ArrayList<>();
    private int width;
    private long count;

    RangeCount(RangeQuery range) {
        this.range = range;
        this.requests = new Prefetch(range.table(), range.parallel());
        this.steps = range.steps(null);
        // A small limit is often reached by the first page: start with one request, then widen.
        this.width = range.limit() == 0 ? range.parallel() : 1;
    }

    long run() {
        long max = range.limit() == 0 ? Long.MAX_VALUE : range.limit();
        try {
            while (count < max && send()) {
                if (pending.stream().noneMatch(request -> request.response().isDone())) {
                    requests.nextResponse().join();
                }
                collect();
                width = (int) Math.min(range.parallel(), 2L * width);
            }
        } finally {
            requests.cancel();
        }
        return Math.min(count, max);
    }

    /** Sends requests while there is room; returns whether any request is pending. */
    private boolean send() {
        while (requests.hasRoom(width) && fill()) {
            Query query = ready.remove();
            pending.add(new Pending(query, requests.send(query)));
        }
        return !pending.isEmpty();
    }

    private boolean fill() {
        while (ready.isEmpty() && steps.hasNext()) {
            for (PartitionSlice slice : steps.next().slices()) {
                ready.add(range.counting(slice));
            }
        }
        return !ready.isEmpty();
    }

    private void collect() {
        requests.collect();
        for (Iterator<Pending> each = pending.iterator(); each.hasNext(); ) {
            Pending request = each.next();
            if (request.response().isDone()) {
                each.remove();
                Page page = BlockingTable.await(request.response());
                Predicate<Item> wanted = range.wanted();
                count += wanted == null
                        ? page.count()
                        : page.items().stream().filter(wanted).count();
                if (page.next() != null) {
                    ready.addFirst(request.query().resume(page.next()));
                }
            }
        }
    }
}
