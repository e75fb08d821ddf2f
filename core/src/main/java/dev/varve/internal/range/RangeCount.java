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

/** Counts the items of a range: the partitions side by side, the pages of one partition one after the other. */
final class RangeCount {

    private record Asked(Query query, CompletableFuture<Page> answer) {}

    private final RangeQuery range;
    private final Prefetch requests;
    private final Iterator<RangeStep> steps;
    private final Deque<Query> ready = new ArrayDeque<>();
    private final List<Asked> underWay = new ArrayList<>();
    private int width;
    private long count;

    RangeCount(RangeQuery range) {
        this.range = range;
        this.requests = new Prefetch(range.table(), range.parallel());
        this.steps = range.steps(null);
        // Some items are soon counted: begin with one request, and widen.
        this.width = range.limit() == 0 ? range.parallel() : 1;
    }

    long run() {
        long most = range.limit() == 0 ? Long.MAX_VALUE : range.limit();
        try {
            while (count < most && send()) {
                if (underWay.stream().noneMatch(asked -> asked.answer().isDone())) {
                    requests.news().join();
                }
                collect();
                width = (int) Math.min(range.parallel(), 2L * width);
            }
        } finally {
            requests.cancel();
        }
        return Math.min(count, most);
    }

    /** Sends what there is room for; returns whether something is under way then. */
    private boolean send() {
        while (requests.hasRoom(width) && fill()) {
            Query query = ready.remove();
            underWay.add(new Asked(query, requests.send(query)));
        }
        return !underWay.isEmpty();
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
        for (Iterator<Asked> each = underWay.iterator(); each.hasNext(); ) {
            Asked asked = each.next();
            if (asked.answer().isDone()) {
                each.remove();
                Page page = BlockingTable.await(asked.answer());
                Predicate<Item> wanted = range.wanted();
                count += wanted == null
                        ? page.count()
                        : page.items().stream().filter(wanted).count();
                if (page.next() != null) {
                    ready.addFirst(asked.query().resume(page.next()));
                }
            }
        }
    }
}
