package dev.varve.series.internal.packed.hold;

import dev.varve.feed.FeedPosition;
import dev.varve.internal.AsyncLoop;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.table.Delete;
import dev.varve.table.Key;
import dev.varve.table.PageToken;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Table;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * How far consumers have read the journals that several processes keep in one table: an item for each consumer. Each process
 * reads them before it trims.
 */
public final class SharedHolds {

    /** A partition of consumers' state, so that consumers skip its changes; the name of a consumer is not empty. */
    private static final String PARTITION = "FEED#";

    private static final String CONSUMER = "consumer";
    private static final String POSITION = "position";

    private final Table table;
    private final String prefix;
    private final Set<String> expected = new HashSet<>();

    SharedHolds(Table table, String series) {
        this.table = table;
        this.prefix = "JOURNALS#" + series + "#";
    }

    /** Keeps all records until this consumer holds its own position. */
    void expect(String consumer) {
        synchronized (expected) {
            expected.add(consumer);
        }
    }

    public CompletableFuture<Void> hold(String consumer, JournalPositions positions) {
        Item item = Item.of(CONSUMER, consumer, POSITION, positions.text().text());
        return table.put(Put.of(table.schema().keyed(key(consumer), item))).thenAccept(done -> {});
    }

    public CompletableFuture<Void> release(String consumer) {
        synchronized (expected) {
            expected.remove(consumer);
        }
        return table.delete(Delete.of(key(consumer))).thenAccept(done -> {});
    }

    private Key key(String consumer) {
        return Key.of(PARTITION, prefix + consumer);
    }

    /** Returns the number up to which all consumers have read a journal; {@code Long.MAX_VALUE} without consumers. */
    CompletableFuture<Long> read(String writer) {
        Map<String, Long> held = new HashMap<>();
        PageToken[] next = new PageToken[1];
        Query query = Query.of(PARTITION).between(prefix, prefix + "\uffff").consistent();
        return AsyncLoop.whileTrue(() -> table.query(query.resume(next[0])).thenApply(page -> {
                    next[0] = page.next();
                    for (Item item : page.items()) {
                        if (item.value(POSITION) instanceof Value.Text text) {
                            JournalPositions positions = JournalPositions.parse(new FeedPosition(text.value()));
                            held.put(item.text(CONSUMER), positions.of(writer).done());
                        }
                    }
                    return !page.isLast();
                }))
                .thenApply(done -> {
                    synchronized (expected) {
                        return held.keySet().containsAll(expected)
                                ? held.values().stream()
                                        .mapToLong(Long::longValue)
                                        .min()
                                        .orElse(Long.MAX_VALUE)
                                : 0L;
                    }
                });
    }
}
