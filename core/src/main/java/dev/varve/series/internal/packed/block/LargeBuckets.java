package dev.varve.series.internal.packed.block;

import static dev.varve.table.AttributePath.attr;

import dev.varve.internal.AsyncLoop;
import dev.varve.internal.Fingerprint;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.key.Parts;
import dev.varve.table.Delete;
import dev.varve.table.Key;
import dev.varve.table.Limits;
import dev.varve.table.PageToken;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Table;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Writes buckets whose items do not fit into one transaction. The further parts get keys that nobody else uses, the
 * generation; then one write of the first part replaces the whole bucket.
 *
 * <pre>
 *   1  put the further parts; readers ignore them
 *   2  put the first part, with the generation and {@code through} 0, if the bucket has still the version that was loaded
 *   3  mark the further parts as linked: this change tells rollups which events they hold
 *   4  remove all further parts that cannot be read any more
 *   5  set {@code through}, or remove the first part of an empty bucket
 * </pre>
 *
 * A process that ends on the way leaves records that no block claims to hold. Whoever applies them writes the bucket again
 * and removes what was left behind. A bucket that was large is written in this way also when it has become small.
 */
public final class LargeBuckets {

    /** How many parts are written at the same time; each has up to 400 KB. */
    private static final int PARALLEL = 4;

    /** The content of a first part without events. It exists only between steps 2 and 5. */
    private static final Bytes NO_EVENTS = Bytes.wrap(new byte[0]);

    /** A bucket to write. */
    public record Job(Parts identity, long start, List<Item> items, BlockItems.Stamp stamp) {

        /** Returns the name that no other write of this bucket has: a stamp determines the rows. */
        public String generation() {
            String text = stamp.version() + " " + stamp.through() + " " + stamp.writer();
            return HexFormat.of().toHexDigits(Fingerprint.of(text));
        }
    }

    private final Table table;
    private final BlockLayout layout;
    private volatile long maxBytes = Limits.MAX_TRANSACTION_BYTES;

    public LargeBuckets(Table table, BlockLayout layout) {
        this.table = table;
        this.layout = layout;
    }

    /** Lets buckets of fewer bytes be large, so that tests need not write megabytes. */
    public void from(long bytes) {
        maxBytes = bytes;
    }

    /** Returns whether these items of one bucket do not fit into one transaction. */
    public boolean areTooLarge(List<Item> items) {
        return items.stream().mapToLong(Item::size).sum() > maxBytes;
    }

    /**
     * Writes a bucket; returns false if another process has written it.
     *
     * @param job the items with their usual keys, none for a bucket without events
     * @param before the version that was loaded, 0 if nothing was stored
     */
    public CompletableFuture<Boolean> write(Job job, long before) {
        List<Item> further = further(job);
        return ParallelCalls.map(further, PARALLEL, part -> table.put(Put.of(part)))
                .thenCompose(put -> table.put(Put.of(first(job)).when(BlockItems.isStill(before))))
                .thenCompose(put -> put.isWritten()
                        ? linked(job, further)
                        : remove(keys(further)).thenApply(removed -> false));
    }

    private List<Item> further(Job job) {
        List<Item> parts = new ArrayList<>();
        String generation = job.generation();
        for (int i = 1; i < job.items().size(); i++) {
            Item part =
                    job.items().get(i).with(BlockItems.GENERATION, generation).with(BlockItems.PART, Num.of(i));
            Key key = layout.key(job.identity(), job.start(), i, generation);
            parts.add(table.schema().keyed(key, part));
        }
        return parts;
    }

    private Item first(Job job) {
        if (job.items().isEmpty()) {
            Item empty = Item.builder()
                    .put(BlockItems.BLOCK, NO_EVENTS)
                    .put(BlockItems.VERSION, Num.of(job.stamp().version()))
                    .put(BlockItems.WRITER, job.stamp().writer())
                    .put(BlockItems.THROUGH, Num.of(0))
                    .build();
            return table.schema().keyed(layout.key(job.identity(), job.start(), 0), empty);
        }
        Item first = job.items().get(0).with(BlockItems.THROUGH, Num.of(0));
        return job.items().size() == 1 ? first : first.with(BlockItems.GENERATION, job.generation());
    }

    private List<Key> keys(List<Item> items) {
        return items.stream().map(table.schema()::keyOf).toList();
    }

    /** Completes a write whose first part is stored. */
    private CompletableFuture<Boolean> linked(Job job, List<Item> further) {
        return ParallelCalls.map(keys(further), PARALLEL, this::link)
                .thenCompose(linked -> linked.contains(false)
                        // Another process has written the bucket meanwhile, and removed these parts.
                        ? CompletableFuture.completedFuture(false)
                        : removeUnreadable(job).thenCompose(removed -> finish(job)));
    }

    private CompletableFuture<Boolean> link(Key part) {
        Update update = Update.of(part)
                .set(BlockItems.LINKED, 1)
                .when(attr(BlockItems.GENERATION).exists());
        return table.update(update).thenApply(WriteResult::isWritten);
    }

    private CompletableFuture<Boolean> finish(Job job) {
        Key first = layout.key(job.identity(), job.start(), 0);
        var isStill = BlockItems.isStill(job.stamp().version());
        CompletableFuture<WriteResult> finished = job.items().isEmpty()
                ? table.delete(Delete.of(first).when(isStill))
                : table.update(Update.of(first)
                        .set(BlockItems.THROUGH, job.stamp().through())
                        .when(isStill));
        return finished.thenApply(WriteResult::isWritten);
    }

    /** Removes the further parts of this version and earlier ones, except those that the stored first part refers to. */
    private CompletableFuture<Void> removeUnreadable(Job job) {
        List<String> names = new ArrayList<>(table.schema().key().names());
        names.addAll(List.of(BlockItems.VERSION, BlockItems.GENERATION));
        Query query = layout.furtherParts(job.identity(), job.start())
                .select(names.toArray(String[]::new))
                .consistent();
        PageToken[] next = new PageToken[1];
        return AsyncLoop.whileTrue(() -> table.query(query.resume(next[0])).thenCompose(page -> {
            next[0] = page.next();
            List<Key> unreadable = page.items().stream()
                    .filter(part -> isUnreadable(part, job))
                    .map(table.schema()::keyOf)
                    .toList();
            return remove(unreadable).thenApply(removed -> !page.isLast());
        }));
    }

    private static boolean isUnreadable(Item part, Job job) {
        // Parts of a later version may be about to be linked by another process.
        return part.has(BlockItems.VERSION)
                && part.number(BlockItems.VERSION).longValueExact()
                        <= job.stamp().version()
                && !job.generation().equals(BlockItems.generation(part));
    }

    private CompletableFuture<Void> remove(List<Key> keys) {
        return ParallelCalls.map(keys, PARALLEL, key -> table.delete(Delete.of(key)))
                .thenAccept(removed -> {});
    }
}
