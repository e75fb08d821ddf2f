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

/** Reads one slice: holds the page that is consumed and, at most, the one after it. */
final class SliceReader {

    private final int shard;
    private final @Nullable String sortAttribute;
    private final @Nullable Value skipped;
    private final @Nullable Predicate<Item> wanted;
    private final Prefetch requests;
    private @Nullable Query next;
    private @Nullable CompletableFuture<Page> asked;
    private List<Item> items = List.of();
    private int at;
    private @Nullable Value sort;
    private int pages;
    private int pagesInVain;

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

    /** Returns the sort key of the item that {@link #take} returns, null where there are no sort keys. */
    @Nullable
    Value sort() {
        return sort;
    }

    Item take() {
        requests.released(1);
        Item item = items.get(at++);
        show();
        return item;
    }

    /** Looks up the next sort key once; merging compares it several times. */
    private void show() {
        sort = hasItem() ? sortOf(items.get(at)) : null;
    }

    /** Returns whether another page can be asked for. */
    boolean canAsk() {
        return asked == null && next != null;
    }

    /** Returns whether no item is left and none will come. */
    boolean isFinished() {
        return !hasItem() && asked == null && next == null;
    }

    /** Returns how many items are left of the page that is consumed. */
    int left() {
        return items.size() - at;
    }

    int pages() {
        return pages;
    }

    /** Returns how many pages in a row had nothing that is wanted: the next one is to be larger. */
    int pagesInVain() {
        return pagesInVain;
    }

    void ask(int limit) {
        asked = requests.send(Objects.requireNonNull(next).limit(limit));
    }

    /** Turns to the next page if this one is consumed and the next has come; returns whether it did. */
    boolean turn() {
        CompletableFuture<Page> answer = asked;
        if (hasItem() || answer == null || !answer.isDone()) {
            return false;
        }
        Page page = BlockingTable.await(answer);
        asked = null;
        next = page.next() == null ? null : Objects.requireNonNull(next).resume(page.next());
        items = skipped == null && wanted == null ? page.items() : wanted(page.items());
        pagesInVain = items.isEmpty() ? pagesInVain + 1 : 0;
        at = 0;
        show();
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
