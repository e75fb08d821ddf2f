package dev.varve.series.internal.packed.journal;

import static dev.varve.table.AttributePath.attr;

import dev.varve.internal.ParallelCalls;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.table.Capacity;
import dev.varve.table.Consistency;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.Journal;
import dev.varve.table.Key;
import dev.varve.table.Limits;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.WriteResult;
import dev.varve.table.internal.BulkDelete;
import dev.varve.table.internal.LayoutKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The frames of one writer: the items that hold its records.
 *
 * <p>The head of a record is the item under its number. It is written last, on condition that nothing is stored there: the
 * record exists if and only if its head does. A fence is an item in the place of the next head.
 */
final class Frames {

    /** The bytes of a record or of a part of it. */
    static final String FRAME = "frame";
    /** The number of the first part that follows the head. */
    static final String FIRST = "first";
    /** The number of parts that follow the head. */
    static final String PARTS = "parts";
    /** The writer that put the fence. */
    static final String FENCE = "fence";

    /** An item has at most 400 KB with its key and its other attributes. */
    static final int MAX_CHUNK_BYTES = 350_000;

    /** A reader that follows a journal gets about this much at once. */
    private static final long MAX_READ_BYTES = 4L << 20;

    /** How many parts of a record are written, or batches removed, at the same time. */
    private static final int PARALLEL = 4;

    private static final EntityLayout HEADS = Layout.entity("JOURNAL#{series}#{writer}", "{record}");
    private static final EntityLayout CHUNKS = Layout.entity("JOURNAL#{series}#{writer}", "{record}#{part}");
    private static final long MAX_NUMBER = 9_999_999_999_999_999L;

    /**
     * The end of a journal.
     *
     * @param number the number of the last record or, if there is one, of the fence
     */
    record End(long number, boolean isFence) {}

    private final JournalTable table;
    private final Parts writer;
    private final String partition;
    private final Key firstKey;

    Frames(JournalTable table, Parts writer) {
        this.table = table;
        this.writer = writer;
        this.firstKey = headKey(0);
        this.partition = JournalTable.text(firstKey.partition());
    }

    private Key headKey(long number) {
        return LayoutKeys.key(HEADS.write(writer.with("record", FramePosition.digits(number))));
    }

    private Key partKey(long number, long part) {
        return LayoutKeys.key(CHUNKS.write(
                writer.with("record", FramePosition.digits(number)).with("part", FramePosition.digits(part))));
    }

    /** Writes the parts of a record, before its head. */
    CompletableFuture<Capacity> putParts(long number, long first, List<Bytes> chunks, Instant now) {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < chunks.size(); i++) {
            items.add(table.expiring(table.keyed(partKey(number, first + i), Item.of(FRAME, chunks.get(i))), now));
        }
        return ParallelCalls.map(items, PARALLEL, item -> table.table().put(Put.of(item)))
                .thenApply(
                        results -> results.stream().map(WriteResult::capacity).reduce(Capacity.NONE, Capacity::plus));
    }

    /** Returns the attributes of the head of a record. */
    static Item head(Bytes chunk, long first, int parts) {
        Item head = Item.of(FRAME, chunk);
        return parts == 0 ? head : head.with(FIRST, first).with(PARTS, (long) parts);
    }

    /** Returns whether a stored head has these attributes. */
    static boolean isEqual(Item stored, Item head) {
        return stored.only(List.of(FRAME, FIRST, PARTS, FENCE)).equals(head);
    }

    /** Writes the head of a record if nothing is stored under its number. */
    CompletableFuture<WriteResult> putHead(long number, Item head, Instant now) {
        Item item = table.expiring(table.keyed(headKey(number), head), now);
        String key = table.table().schema().key().partition().name();
        return table.table().put(Put.of(item).when(attr(key).absent()));
    }

    /** Writes a fence if nothing is stored under its number. */
    CompletableFuture<WriteResult> putFence(long number, String by) {
        return putHead(number, Item.of(FENCE, by), table.now());
    }

    /** Replaces the head of a record by a fence; its parts stay. */
    CompletableFuture<WriteResult> replaceByFence(long number, String by) {
        Item fence = table.keyed(headKey(number), Item.of(FENCE, by));
        return table.table().put(Put.of(table.expiring(fence, table.now())));
    }

    /** Returns what is stored under this number, with a consistent read. */
    CompletableFuture<Optional<Item>> head(long number) {
        return table.table().get(Get.of(headKey(number)).consistent()).thenApply(found -> found.find());
    }

    /** Returns the records after this number, as {@link Journal#read} does. */
    CompletableFuture<List<Journal.Entry>> read(long after) {
        FrameAssembly assembly = new FrameAssembly();
        Query query = Query.of(partition)
                .from(sort(headKey(Math.min(after, MAX_NUMBER - 1) + 1)))
                .consistent();
        return table.pages(query, page -> {
                    page.items().forEach(item -> position(item).ifPresent(position -> assembly.add(position, item)));
                    return CompletableFuture.completedFuture(assembly.hasRecords());
                })
                .thenApply(done -> assembly.records());
    }

    /** Returns all records after this number, or the first ones if there are many. */
    CompletableFuture<FollowedJournal.Records> read(long after, Consistency consistency) {
        FrameAssembly assembly = new FrameAssembly();
        Query query = Query.of(partition).from(sort(headKey(Math.min(after, MAX_NUMBER - 1) + 1)));
        boolean[] isEnd = {false};
        return table.pages(consistency == Consistency.STRONG ? query.consistent() : query, page -> {
                    page.items().forEach(item -> position(item).ifPresent(position -> assembly.add(position, item)));
                    isEnd[0] = page.isLast();
                    return CompletableFuture.completedFuture(assembly.bytes() >= MAX_READ_BYTES);
                })
                .thenApply(done -> new FollowedJournal.Records(assembly.records(), isEnd[0]));
    }

    /** Returns the end of the journal, with consistent reads; number 0 if nothing is stored. */
    CompletableFuture<End> end() {
        AtomicReference<@Nullable Item> top = new AtomicReference<>();
        return table.pages(Query.of(partition).descending().limit(1).consistent(), page -> {
                    page.first().filter(item -> position(item).isPresent()).ifPresent(top::set);
                    return CompletableFuture.completedFuture(top.get() != null);
                })
                .thenCompose(done -> end(top.get()));
    }

    private CompletableFuture<End> end(@Nullable Item top) {
        FramePosition position =
                top == null ? FramePosition.NONE : position(top).orElseThrow();
        long number = position.number();
        if (top == null || position.isHead()) {
            return CompletableFuture.completedFuture(new End(number, top != null && top.has(FENCE)));
        }
        // Parts without a head belong to a record that is not complete.
        return head(number)
                .thenApply(head ->
                        head.map(item -> new End(number, item.has(FENCE))).orElse(new End(number - 1, false)));
    }

    /** Removes the records up to this number, including it; idempotent. Fences stay. */
    CompletableFuture<Void> remove(long upTo) {
        if (upTo <= 0) {
            return CompletableFuture.completedFuture(null);
        }
        List<String> names = new ArrayList<>(table.table().schema().key().names());
        names.add(FENCE);
        Query query = Query.of(partition)
                .between(sort(firstKey), sort(partKey(upTo, MAX_NUMBER)))
                .select(names.toArray(String[]::new));
        return table.pages(query, page -> {
            List<Delete> deletes = new ArrayList<>();
            for (Item item : page.items()) {
                if (position(item).isPresent() && !item.has(FENCE)) {
                    deletes.add(Delete.of(table.table().schema().keyOf(item)));
                }
            }
            return remove(deletes).thenApply(done -> false);
        });
    }

    private CompletableFuture<Void> remove(List<Delete> deletes) {
        List<List<Delete>> batches = new ArrayList<>();
        for (int from = 0; from < deletes.size(); from += Limits.MAX_BATCH_WRITES) {
            batches.add(deletes.subList(from, Math.min(from + Limits.MAX_BATCH_WRITES, deletes.size())));
        }
        BulkDelete bulk = new BulkDelete(table.table(), PARALLEL);
        return ParallelCalls.map(batches, PARALLEL, batch -> bulk.remove(batch, "packed.trim", "frames"))
                .thenAccept(done -> {});
    }

    private Optional<FramePosition> position(Item item) {
        return FramePosition.parse(
                JournalTable.text(table.table().schema().keyOf(item).sort()));
    }

    private static String sort(Key key) {
        return JournalTable.text(key.sort());
    }
}
