package dev.varve.internal.range;

import dev.varve.item.Item;
import dev.varve.table.Capacity;
import dev.varve.table.Page;
import dev.varve.table.Query;
import dev.varve.table.Table;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The pending requests of one reader, bounded in number, and the items they return.
 *
 * <p>The reader does all the work, on one thread at a time. A response only completes a signal, so an engine that
 * responds at once cannot cause nested calls.
 */
final class Prefetch {

    /** The assumed item size for the first pages, before any item was seen. */
    private static final int ASSUMED_ITEM_BYTES = 1024;

    private record Pending(CompletableFuture<Page> response, int limit) {}

    private final Table table;
    private final int parallel;
    private volatile CompletableFuture<Void> signal = new CompletableFuture<>();
    private final List<Pending> pending = new ArrayList<>();
    private Capacity capacity = Capacity.NONE;
    private long sent;
    private long held;
    private long sampledBytes;
    private long samples;

    Prefetch(Table table, int parallel) {
        this.table = table;
        this.parallel = parallel;
    }

    CompletableFuture<Page> send(Query query) {
        CompletableFuture<Page> response = table.query(query);
        pending.add(new Pending(response, query.limit()));
        sent++;
        held += query.limit();
        var unused = response.whenComplete((page, error) -> signal.complete(null));
        return response;
    }

    /** Returns the number of requests sent. */
    long sent() {
        return sent;
    }

    boolean hasRoom() {
        return hasRoom(parallel);
    }

    boolean hasRoom(int max) {
        return pending.size() < Math.min(parallel, max);
    }

    /** Returns whether a response arrived since the last {@link #collect}. */
    boolean hasResponse() {
        return signal.isDone();
    }

    /**
     * Returns a future that completes with the next response after the last {@link #collect}; a request must be
     * pending.
     */
    CompletableFuture<Void> nextResponse() {
        if (pending.isEmpty()) {
            throw new IllegalStateException("no request is pending");
        }
        return signal;
    }

    /** Removes the answered requests; returns whether there were any. */
    boolean collect() {
        int before = pending.size();
        if (signal.isDone()) {
            // Replaced before the check below: a response that arrives in between completes the new signal or is seen
            // below.
            signal = new CompletableFuture<>();
        }
        for (Iterator<Pending> each = pending.iterator(); each.hasNext(); ) {
            Pending request = each.next();
            if (request.response().isDone()) {
                each.remove();
                held -= request.limit();
                if (!request.response().isCompletedExceptionally()) {
                    count(request.response().join());
                }
            }
        }
        return pending.size() < before;
    }

    private void count(Page page) {
        capacity = capacity.plus(page.capacity());
        List<Item> items = page.items();
        held += items.size();
        if (!items.isEmpty()) {
            sampledBytes += items.get(0).size();
            samples++;
        }
    }

    /** Records that this number of items is no longer held. */
    void released(int items) {
        held -= items;
    }

    /** Returns the number of items that are held or were requested. */
    long held() {
        return held;
    }

    int itemBytes() {
        return samples == 0 ? ASSUMED_ITEM_BYTES : (int) (sampledBytes / samples);
    }

    /** Returns the capacity that the answered requests consumed. */
    Capacity capacity() {
        return capacity;
    }

    /** Cancels the pending requests. */
    void cancel() {
        collect();
        pending.forEach(request -> request.response().cancel(true));
        pending.clear();
    }
}
