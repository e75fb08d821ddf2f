package dev.varve.internal.range;

import dev.varve.item.Item;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The items of a reader as a stream; closing the stream closes the reader. */
final class RangeStream extends Spliterators.AbstractSpliterator<Item> {

    private final RangeReader reader;

    private RangeStream(RangeReader reader) {
        super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL);
        this.reader = reader;
    }

    static Stream<Item> of(RangeReader reader) {
        return StreamSupport.stream(new RangeStream(reader), false).onClose(reader::close);
    }

    @Override
    public boolean tryAdvance(Consumer<? super Item> action) {
        RangeReader.State state = reader.advance();
        while (state == RangeReader.State.WAITING) {
            reader.nextResponse().join();
            state = reader.advance();
        }
        if (state == RangeReader.State.END) {
            return false;
        }
        action.accept(reader.item());
        return true;
    }
}
