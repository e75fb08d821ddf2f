package dev.varve.series.internal.packed.read;

import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Events as a lazy stream, which reads one part of them after the other. */
final class PackedStream<E> extends Spliterators.AbstractSpliterator<E> {

    /** The first part is small, for callers that want few events; each further one is twice as large. */
    private static final int FIRST_PART = 256;

    private static final int LARGEST_PART = 4_096;

    /** Reads events. */
    interface Part<E> {
        /** Returns at most this many events: those after the given one, or the first ones for null. */
        List<E> after(@Nullable E last, int limit);
    }

    private final Part<E> part;
    private final long limit;
    private long passed;
    private int size = FIRST_PART;
    private Iterator<E> events = List.<E>of().iterator();
    private @Nullable E last;
    private boolean isEnd;

    private PackedStream(Part<E> part, long limit) {
        super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL);
        this.part = part;
        this.limit = limit;
    }

    /** @param limit the most events to return; 0 for no limit */
    static <E> Stream<E> of(Part<E> part, int limit) {
        return StreamSupport.stream(new PackedStream<>(part, limit == 0 ? Long.MAX_VALUE : limit), false);
    }

    @Override
    public boolean tryAdvance(Consumer<? super E> action) {
        if (!events.hasNext() && !isEnd) {
            int wanted = (int) Math.min(size, limit - passed);
            List<E> found = part.after(last, wanted);
            events = found.iterator();
            size = Math.min(LARGEST_PART, 2 * size);
            isEnd = found.size() < wanted || passed + found.size() == limit;
        }
        if (!events.hasNext()) {
            return false;
        }
        E event = events.next();
        last = event;
        passed++;
        action.accept(event);
        return true;
    }
}
