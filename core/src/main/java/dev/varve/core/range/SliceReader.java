package dev.varve.core.range;

import dev.varve.core.item.Item;
import dev.varve.core.item.Value;
import dev.varve.core.table.BlockingTable;
import dev.varve.core.table.Page;
import dev.varve.core.table.Query;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads one slice: holds the page that is consumed and, at most, the one after it. */
final class SliceReader {

    private final int shard;
    private final @Nullable String sortAttribute;
    private final @Nullable Value skipped;
    private final Requests requests;
    private @Nullable Query next;
    private @Nullable CompletableFuture<Page> asked;
    private List<Item> items = List.of();
    private int at;
    private @Nullable Value sort;
    private int pages;

    SliceReader(int shard, Start start, @Nullable String sortAttribute, Requests requests) {
        this.shard = shard;
        this.sortAttribute = sortAttribute;
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
        items = skipped == null ? page.items() : unskipped(page.items());
        at = 0;
        show();
        pages++;
        return true;
    }

    private List<Item> unskipped(List<Item> all) {
        List<Item> kept = all.stream()
                .filter(item -> !Objects.equals(sortOf(item), skipped))
                .toList();
        requests.released(all.size() - kept.size());
        return kept;
    }

    private @Nullable Value sortOf(Item item) {
        return sortAttribute == null ? null : item.value(sortAttribute);
    }
}
