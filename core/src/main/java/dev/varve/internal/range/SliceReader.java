package dev.varve.internal.range;

import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.table.BlockingTable;
import dev.varve.table.Page;
import dev.varve.table.Query;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads one slice: holds the current page and at most one prefetched page. */
final class SliceReader {

    private final int shard;
    private final @Nullable String sortAttribute;
    private final @Nullable Value skipped;
    private final @Nullable Predicate<Item> wanted;
    private final Prefetch requests;
    private @Nullable Query next;
    private @Nullable CompletableFuture<Page> pending;
    private List<Item> items = List.of();
    private int at;
    private @Nullable Value sort;
    private int pages;
    private int emptyPages;

    SliceReader(int shard, SliceStart start, RangeQuery range, Prefetch requests) {
        this.shard = shard;
        this.sortAttribute = range.sortAttribute();
        this.wanted = range.wanted();
        this.skipped = start.skipped();
        this.next = start.query();
        this.requests = requests;
    }

    int shard() {
        return shard;
    }

    boolean hasItem() {
        return at < items.size();
    }

    /** Returns the sort key of the item that {@link #take} returns, or null if there are no sort keys. */
    @Nullable
    Value sort() {
        return sort;
    }

    Item take() {
        requests.released(1);
        Item item = items.get(at++);
        updateSort();
        return item;
    }

    /** Looks up the next sort key once, because merging compares it several times. */
    private void updateSort() {
        sort = hasItem() ? sortOf(items.get(at)) : null;
    }

    /** Returns whether another page can be requested. */
    boolean canRequest() {
        return pending == null && next != null;
    }

    /** Returns whether there are no more items, held or to be read. */
    boolean isFinished() {
        return !hasItem() && pending == null && next == null;
    }

    /** Returns the number of items remaining in the current page. */
    int remaining() {
        return items.size() - at;
    }

    int pages() {
        return pages;
    }

    /** Returns how many pages in a row had no wanted items; the next request asks for more. */
    int emptyPages() {
        return emptyPages;
    }

    void request(int limit) {
        pending = requests.send(Objects.requireNonNull(next).limit(limit));
    }

    /** Moves to the next page if the current one is consumed and the next has arrived; returns whether it did. */
    boolean nextPage() {
        CompletableFuture<Page> response = pending;
        if (hasItem() || response == null || !response.isDone()) {
            return false;
        }
        Page page = BlockingTable.await(response);
        pending = null;
        next = page.next() == null ? null : Objects.requireNonNull(next).resume(page.next());
        items = skipped == null && wanted == null ? page.items() : wanted(page.items());
        emptyPages = items.isEmpty() ? emptyPages + 1 : 0;
        at = 0;
        updateSort();
        pages++;
        return true;
    }

    private List<Item> wanted(List<Item> all) {
        List<Item> kept = all.stream()
                .filter(item -> skipped == null || !Objects.equals(sortOf(item), skipped))
                .filter(item -> wanted == null || wanted.test(item))
                .toList();
        requests.released(all.size() - kept.size());
        return kept;
    }

    private @Nullable Value sortOf(Item item) {
        return sortAttribute == null ? null : item.value(sortAttribute);
    }
}
