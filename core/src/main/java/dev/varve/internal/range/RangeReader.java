package dev.varve.internal.range;

import dev.varve.item.Item;
import dev.varve.key.internal.PartitionSlice;
import dev.varve.key.internal.RangeStep;
import dev.varve.table.Capacity;
import dev.varve.table.PageToken;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads a range item by item, on one thread at a time, without waiting.
 *
 * <p>Nothing is asked for before the first item is. Then the first step is read alone; whoever moves on to the next one
 * has one step read ahead, then two, four and so on. Where only some items are wanted, steps are read ahead only past
 * empty ones, so that a gap is crossed quickly and little is read in vain.
 */
final class RangeReader implements AutoCloseable {

    /** At most so many steps are read ahead. */
    static final int MAX_STEPS_AHEAD = 32;

    /** How far a reader came. */
    enum State {
        /** {@link #item} is the next item. */
        READY,
        /** There is no other item. */
        END,
        /** An answer is missing: go on after {@link #news}. */
        WAITING
    }

    private final RangeQuery range;
    private final Prefetch requests;
    private final Iterator<RangeStep> steps;
    private final Deque<StepReader> ahead = new ArrayDeque<>();
    private @Nullable StepReader current;
    private int stepsAhead;
    private int stepsPassed;
    private long wanted;
    private @Nullable Item last;
    private int lastShard;
    private long lastOrdinal;
    private boolean isClosed;

    /**
     * Begins a range, or goes on after a mark in it.
     *
     * @param wanted the most items to return, or {@link PageSizes#ALL}
     */
    RangeReader(RangeQuery range, long wanted, @Nullable ResumePoint resumed) {
        this.range = range;
        this.requests = new Prefetch(range.table(), range.parallel());
        this.wanted = wanted;
        this.steps = range.steps(resumed);
        if (resumed != null) {
            RangeStep first = steps.next();
            if (first.ordinal() != resumed.ordinal()
                    || first.slices().stream().noneMatch(slice -> slice.shard() == resumed.shard())) {
                throw ResumePoint.foreign(null);
            }
            current = open(first, resumed);
        }
    }

    /** Asks for large pages from the first one on: all there is will be read. */
    RangeReader eager() {
        stepsPassed = PageSizes.MAX_DOUBLINGS;
        return this;
    }

    /** Goes on to the next item, as far as it can without waiting; an error closes the reader. */
    State advance() {
        if (isClosed) {
            throw new IllegalStateException("the stream is closed");
        }
        try {
            return wanted == 0 ? State.END : read();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private State read() {
        for (StepReader step = moveOn(); step != null; step = moveOn()) {
            while (!step.settle()) {
                if (!schedule(step)) {
                    return State.WAITING;
                }
            }
            SliceReader slice = step.next();
            if (slice == null) {
                finish(step);
                continue;
            }
            if (step.hasTurned() || requests.hasNews()) {
                schedule(step);
            }
            last = slice.take();
            lastShard = slice.shard();
            lastOrdinal = step.ordinal();
            step.taken(slice);
            wanted = wanted == PageSizes.ALL ? wanted : wanted - 1;
            return State.READY;
        }
        return State.END;
    }

    /** Returns the item that {@link #advance} came to. */
    Item item() {
        return Objects.requireNonNull(last);
    }

    /** Returns what completes when a waiting reader may go on. */
    CompletableFuture<Void> news() {
        return requests.news();
    }

    /** Returns the step that is read, the next one if there is none, or null after the last one. */
    private @Nullable StepReader moveOn() {
        if (current == null) {
            current = ahead.poll();
        }
        if (current == null && steps.hasNext()) {
            current = open(steps.next(), null);
        }
        return current;
    }

    private void finish(StepReader step) {
        boolean isEnough = wanted != PageSizes.ALL && step.hasGiven();
        stepsAhead = isEnough ? 0 : Math.min(MAX_STEPS_AHEAD, Math.max(1, 2 * stepsAhead));
        stepsPassed++;
        current = null;
    }

    private StepReader open(RangeStep step, @Nullable ResumePoint after) {
        List<SliceReader> slices = new ArrayList<>();
        for (PartitionSlice slice : step.slices()) {
            slices.add(new SliceReader(slice.shard(), range.start(slice, after), range, requests));
        }
        return new StepReader(step.ordinal(), range.order(), slices);
    }

    /**
     * Sends what there is room for: first what the reader waits for, then what it will want next. Returns whether
     * something was sent or has come; otherwise there is nothing to do but to wait.
     */
    private boolean schedule(StepReader step) {
        boolean hasCome = requests.collect();
        long sentBefore = requests.sent();
        for (SliceReader slice : step.slices()) {
            if (!slice.hasItem() && slice.canAsk() && requests.hasRoom()) {
                ask(step, slice);
            }
        }
        // What is held already may be all that is wanted.
        askAhead(step, Math.min(wanted, PageSizes.MAX_HELD_ITEMS));
        ahead.forEach(next -> askAhead(next, PageSizes.MAX_HELD_ITEMS));
        while (ahead.size() < stepsAhead && mayAsk(PageSizes.MAX_HELD_ITEMS) && steps.hasNext()) {
            StepReader next = open(steps.next(), null);
            ahead.add(next);
            askAhead(next, PageSizes.MAX_HELD_ITEMS);
        }
        return hasCome || requests.sent() > sentBefore;
    }

    private void askAhead(StepReader step, long mostHeld) {
        for (SliceReader slice : step.slices()) {
            if (!mayAsk(mostHeld)) {
                return;
            }
            if (slice.canAsk()) {
                ask(step, slice);
            }
        }
    }

    private boolean mayAsk(long mostHeld) {
        return requests.hasRoom() && requests.held() < mostHeld;
    }

    private void ask(StepReader step, SliceReader slice) {
        long still = wanted == PageSizes.ALL
                ? wanted
                : Math.max(1, wanted - slice.left()) << Math.min(slice.pagesInVain(), PageSizes.MAX_DOUBLINGS);
        slice.ask(PageSizes.of(step.slices().size(), still, stepsPassed + slice.pages(), requests.itemBytes()));
    }

    /** Returns what resumes after the last item that was returned, or null where none can follow. */
    @Nullable
    PageToken token() {
        if ((current == null || current.isFinished()) && ahead.isEmpty() && !steps.hasNext()) {
            return null;
        }
        return last == null ? null : range.token(new ResumePoint(lastOrdinal, lastShard, range.position(last)));
    }

    /** Returns what the answered requests used. */
    Capacity capacity() {
        requests.collect();
        return requests.capacity();
    }

    /** Sends nothing more and gives up what is under way. */
    @Override
    public void close() {
        isClosed = true;
        requests.cancel();
        ahead.clear();
        current = null;
    }
}
