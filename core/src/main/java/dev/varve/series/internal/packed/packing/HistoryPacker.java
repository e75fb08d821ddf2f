package dev.varve.series.internal.packed.packing;

import dev.varve.error.Unavailable;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.key.internal.ParsedKey;
import dev.varve.series.PackingReport;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.packed.block.BlockLayout;
import dev.varve.series.internal.packed.block.BlockLoader;
import dev.varve.table.BlockingTable;
import dev.varve.table.Page;
import dev.varve.table.PageToken;
import dev.varve.table.Scan;
import dev.varve.table.Table;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Packs all events of a series that are stored as items. It scans the table, so that it finds every event, also of identities
 * that no catalogue lists. What is packed already has no items any more; so a second run continues where the first one ended.
 */
public final class HistoryPacker {

    private final Table table;
    private final ItemPacker packer;
    private final int parallel;

    /** @param definition the series as it is to be: packed, from the first event on */
    public HistoryPacker(SeriesDefinition<?> definition, Table table, InstantSource clock, int parallel) {
        // A power failure may lose the newest writes only: never a block whose items were removed.
        this.table = table.deferred();
        this.packer = new ItemPacker(definition, this.table, clock, parallel);
        this.parallel = parallel;
    }

    /** Sets other limits than those of DynamoDB, for tests. */
    void limit(int blockBytes, long transactionBytes) {
        packer.limit(blockBytes, transactionBytes);
    }

    /** Refuses events that cannot be packed; writes nothing. */
    public void requirePackable() {
        pass(new Tally(0), packer::convert, report -> {});
    }

    /** Packs all items; returns when none is left. */
    public PackingReport run(Consumer<PackingReport> progress) {
        Tally tally = new Tally(count());
        for (long left = tally.total; left > 0; left = count()) {
            long before = tally.events;
            pass(tally, packer::pack, progress);
            if (tally.events == before) {
                throw new Unavailable(
                        "packing.unfinished",
                        "%s items are left that a scan of the table did not return: pack again".formatted(left));
            }
        }
        return tally.report();
    }

    /** Finds out what {@link #run} would do, without a write. Refuses events that cannot be packed. */
    public PackingReport check(Consumer<PackingReport> progress) {
        Tally tally = new Tally(count());
        pass(tally, packer::check, progress);
        return tally.report();
    }

    /** Counts what is done. */
    private static final class Tally {
        private final long total;
        private long events;
        private long blocks;
        private long itemBytes;
        private long blockBytes;

        Tally(long total) {
            this.total = total;
        }

        void add(ItemPacker.Batch batch, ItemPacker.Sizes sizes) {
            events += batch.items().size();
            blocks++;
            itemBytes += sizes.items();
            blockBytes += sizes.blocks();
        }

        PackingReport report() {
            return new PackingReport(total, events, blocks, itemBytes, blockBytes);
        }
    }

    private long count() {
        long[] events = new long[1];
        forEachPage(page -> page.items().forEach(item -> events[0] += event(item) == null ? 0 : 1));
        return events[0];
    }

    private void forEachPage(Consumer<Page> each) {
        PageToken next = null;
        do {
            Page page = BlockingTable.await(table.scan(Scan.all().consistent().resume(next)));
            each.accept(page);
            next = page.next();
        } while (next != null);
    }

    private void pass(
            Tally tally,
            Function<ItemPacker.Batch, CompletableFuture<ItemPacker.Sizes>> work,
            Consumer<PackingReport> progress) {
        List<ItemPacker.Batch> open = new ArrayList<>();
        forEachPage(page -> {
            // The last bucket of a page may go on with the next one.
            work(tally, grouped(page.items(), open), work);
            progress.accept(tally.report());
        });
        work(tally, open, work);
        progress.accept(tally.report());
    }

    /** Adds the events among the items to their buckets; returns those that are complete, and leaves the last one open. */
    private List<ItemPacker.Batch> grouped(List<Item> items, List<ItemPacker.Batch> open) {
        List<ItemPacker.Batch> complete = new ArrayList<>();
        for (Item item : items) {
            ParsedKey event = event(item);
            if (event == null) {
                continue;
            }
            BlockLayout layout = packer.layout();
            var place = new BlockLoader.BucketPlace(event.parts(), layout.start(layout.requireTicks(event.clock())));
            if (open.isEmpty() || !open.get(0).place().equals(place)) {
                complete.addAll(open);
                open.clear();
                open.add(new ItemPacker.Batch(place, new ArrayList<>()));
            }
            open.get(0).items().add(item);
        }
        return complete;
    }

    private @Nullable ParsedKey event(Item item) {
        return packer.layout().event(table.schema().keyOf(item)).orElse(null);
    }

    private void work(
            Tally tally,
            List<ItemPacker.Batch> batches,
            Function<ItemPacker.Batch, CompletableFuture<ItemPacker.Sizes>> work) {
        List<ItemPacker.Sizes> sizes = BlockingTable.await(ParallelCalls.map(batches, parallel, work));
        for (int i = 0; i < batches.size(); i++) {
            tally.add(batches.get(i), sizes.get(i));
        }
    }
}
