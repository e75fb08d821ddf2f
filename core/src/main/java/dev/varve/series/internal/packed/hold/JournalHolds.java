package dev.varve.series.internal.packed.hold;

import dev.varve.feed.internal.AsyncQueue;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Table;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The records that consumers of a packed series still need: for each consumer the number up to which it has read. They are
 * stored in one item, so that a process without these consumers keeps the records too.
 */
public final class JournalHolds {

    /** A partition of consumers' state, so that consumers skip its changes; the name of a consumer is not empty. */
    private static final String PARTITION = "FEED#";

    private static final String HOLDS = "journalHolds";

    private final Table table;
    private final Key key;
    private final AsyncQueue queue = new AsyncQueue();

    // Used only in the queue.
    private @Nullable Map<String, Long> stored;

    private final Set<String> expected = new HashSet<>();

    JournalHolds(Table table, String series) {
        // A hold that a power failure loses only keeps more records.
        this.table = table.deferred();
        this.key = Key.of(PARTITION, "JOURNAL#" + series);
    }

    /** Keeps all records until this consumer holds its own position. */
    void expect(String consumer) {
        synchronized (expected) {
            expected.add(consumer);
        }
    }

    public CompletableFuture<Void> hold(String consumer, long number) {
        return change(holds -> holds.put(consumer, number));
    }

    public CompletableFuture<Void> release(String consumer) {
        synchronized (expected) {
            expected.remove(consumer);
        }
        return change(holds -> holds.remove(consumer));
    }

    /** Returns the number up to which all consumers have read; {@code Long.MAX_VALUE} without consumers. */
    CompletableFuture<Long> read() {
        return queue.run(() -> holds().thenApply(holds -> {
            long least =
                    holds.values().stream().mapToLong(Long::longValue).min().orElse(Long.MAX_VALUE);
            synchronized (expected) {
                return holds.keySet().containsAll(expected) ? least : 0;
            }
        }));
    }

    private interface Edit {
        void apply(Map<String, Long> holds);
    }

    private CompletableFuture<Void> change(Edit edit) {
        return queue.run(() -> holds().thenCompose(before -> {
            Map<String, Long> after = new HashMap<>(before);
            edit.apply(after);
            if (after.equals(before)) {
                return CompletableFuture.completedFuture(null);
            }
            Map<String, Value> values = new HashMap<>();
            after.forEach((consumer, number) -> values.put(consumer, Num.of(number)));
            Item item = table.schema().keyed(key, Item.empty().with(HOLDS, new Value.MapOf(values)));
            return table.put(Put.of(item)).thenAccept(done -> stored = after);
        }));
    }

    private CompletableFuture<Map<String, Long>> holds() {
        Map<String, Long> known = stored;
        if (known != null) {
            return CompletableFuture.completedFuture(known);
        }
        return table.get(Get.of(key).consistent()).thenApply(found -> {
            Map<String, Long> read = new HashMap<>();
            if (found.item() != null && found.item().value(HOLDS) instanceof Value.MapOf map) {
                map.values().forEach((consumer, number) -> read.put(consumer, ((Num) number).longValueExact()));
            }
            stored = read;
            return read;
        });
    }
}
