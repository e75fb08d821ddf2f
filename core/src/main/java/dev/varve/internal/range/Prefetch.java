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
 * The requests one reader has under way, at most so many at a time, and the items they bring.
 *
 * <p>All but the arrival of answers happens in the reader, which runs on one thread at a time: an answer only rings, so an
 * engine that answers at once cannot make calls nest.
 */
final class Prefetch {

    /** What the first pages are sized for, before an item was seen. */
    private static final int ASSUMED_ITEM_BYTES = 1024;

    private record Asked(CompletableFuture<Page> answer, int limit) {}

    private final Table table;
    private final int parallel;
    private volatile CompletableFuture<Void> bell = new CompletableFuture<>();
    private final List<Asked> underWay = new ArrayList<>();
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
        CompletableFuture<Page> answer = table.query(query);
        underWay.add(new Asked(answer, query.limit()));
        sent++;
        held += query.limit();
        var unused = answer.whenComplete((page, error) -> bell.complete(null));
        return answer;
    }

    /** Returns how many requests were sent. */
    long sent() {
        return sent;
    }

    boolean hasRoom() {
        return hasRoom(parallel);
    }

    boolean hasRoom(int most) {
        return underWay.size() < Math.min(parallel, most);
    }

    /** Returns whether an answer came since the last {@link #collect}. */
    boolean hasNews() {
        return bell.isDone();
    }

    /** Returns what completes with the next answer after the last {@link #collect}; something must be under way. */
    CompletableFuture<Void> news() {
        if (underWay.isEmpty()) {
            throw new IllegalStateException("nothing is under way");
        }
        return bell;
    }

    /** Makes room for what was answered; returns whether something was. */
    boolean collect() {
        int before = underWay.size();
        if (bell.isDone()) {
            // Before looking: an answer that comes in between rings the new bell or is seen below.
            bell = new CompletableFuture<>();
        }
        for (Iterator<Asked> each = underWay.iterator(); each.hasNext(); ) {
            Asked asked = each.next();
            if (asked.answer().isDone()) {
                each.remove();
                held -= asked.limit();
                if (!asked.answer().isCompletedExceptionally()) {
                    count(asked.answer().join());
                }
            }
        }
        return underWay.size() < before;
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

    /** Takes note that so many items are not held any more. */
    void released(int items) {
        held -= items;
    }

    /** Returns how many items are held, or may come. */
    long held() {
        return held;
    }

    int itemBytes() {
        return samples == 0 ? ASSUMED_ITEM_BYTES : (int) (sampledBytes / samples);
    }

    /** Returns what the answered requests used. */
    Capacity capacity() {
        return capacity;
    }

    /** Gives up what is under way; its answers are not waited for. */
    void cancel() {
        collect();
        underWay.forEach(asked -> asked.answer().cancel(true));
        underWay.clear();
    }
}
