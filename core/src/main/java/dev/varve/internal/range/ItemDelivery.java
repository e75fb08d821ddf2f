package dev.varve.internal.range;

import dev.varve.item.Item;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** Hands all items of a reader over: goes on whenever an answer comes, and waits nowhere. */
final class ItemDelivery<R> {

    private final RangeReader reader;
    private final Consumer<Item> each;
    private final Function<RangeReader, R> end;
    private final CompletableFuture<R> result = new CompletableFuture<>();

    /**
     * @param end makes the result of the reader that came to its end
     */
    ItemDelivery(RangeReader reader, Consumer<Item> each, Function<RangeReader, R> end) {
        this.reader = reader;
        this.each = each;
        this.end = end;
    }

    CompletableFuture<R> start() {
        run();
        return result;
    }

    private void run() {
        try {
            RangeReader.State state = reader.advance();
            while (state == RangeReader.State.READY) {
                each.accept(reader.item());
                state = reader.advance();
            }
            if (state == RangeReader.State.WAITING) {
                // The last thing done here: whoever rings goes on, perhaps at once and on another thread.
                var unused = reader.news().thenRun(this::run);
                return;
            }
            R made = end.apply(reader);
            reader.close();
            result.complete(made);
        } catch (RuntimeException e) {
            reader.close();
            result.completeExceptionally(e);
        }
    }
}
