package dev.varve.core.range;

import dev.varve.core.item.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Reads one page: goes on whenever an answer comes, and waits nowhere. */
final class PageRun {

    private final RangeReader reader;
    private final List<Item> items = new ArrayList<>();
    private final CompletableFuture<RangePage> page = new CompletableFuture<>();

    PageRun(RangeReader reader) {
        this.reader = reader;
    }

    CompletableFuture<RangePage> start() {
        run();
        return page;
    }

    private void run() {
        try {
            RangeReader.State state = reader.advance();
            while (state == RangeReader.State.READY) {
                items.add(reader.item());
                state = reader.advance();
            }
            if (state == RangeReader.State.WAITING) {
                // The last thing done here: whoever rings goes on, perhaps at once and on another thread.
                var unused = reader.news().thenRun(this::run);
                return;
            }
            RangePage result = new RangePage(items, reader.token(), reader.capacity());
            reader.close();
            page.complete(result);
        } catch (RuntimeException e) {
            page.completeExceptionally(e);
        }
    }
}
