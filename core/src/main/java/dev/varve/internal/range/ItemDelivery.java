package dev.varve.internal.range;

import dev.varve.item.Item;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** Passes all items of a reader to a consumer. It continues whenever a response arrives, and never blocks. */
final class ItemDelivery<R> {

    private final RangeReader reader;
    private final Consumer<Item> each;
    private final Function<RangeReader, R> end;
    private final CompletableFuture<R> result = new CompletableFuture<>();

    /**
     * @param end computes the result from the reader after its last item
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
                // Must be the last statement: the next run may start at once, on another thread.
                var unused = reader.nextResponse().thenRun(this::run);
                return;
            }
            R value = end.apply(reader);
            reader.close();
            result.complete(value);
        } catch (RuntimeException e) {
            reader.close();
            result.completeExceptionally(e);
        }
    }
}
