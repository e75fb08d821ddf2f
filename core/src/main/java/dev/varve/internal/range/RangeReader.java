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
 * Reads a range item by item, on one thread at a time, without blocking.
 *
 * <p>The first request is sent when the first item is needed. The first step is read alone. From the next step on, the
 * reader prefetches one step, then two, four and so on. With a limit, it prefetches only after empty steps: it crosses
 * a gap quickly and reads little that is not needed.
 */
final class RangeReader implements AutoCloseable {

    /** The most steps that are prefetched. */
    static final int MAX_STEPS_AHEAD = 32;

    /** The result of {@link #advance}. */
    enum State {
        /** {@link #item} is the next item. */
        READY,
        /** There are no more items. */
        END,
        /** A response is missing: call {@link #advance} again after {@link #nextResponse}. */
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
     * Starts at the beginning of a range, or after a resume point in it.
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

    /** Requests large pages from the start, because the whole range will be read. */
    RangeReader eager() {
        stepsPassed = PageSizes.MAX_DOUBLINGS;
        return this;
    }

    /** Moves to the next item if that needs no waiting; an error closes the reader. */
    State advance() {
        if (isClosed) {
            throw new IllegalStateException("the reader is closed");
        }
        try {
            return wanted == 0 ? State.END : read();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private State read() {
        for (StepReader step = currentStep(); step != null; step = currentStep()) {
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
            if (step.hasNewPage() || requests.hasResponse()) {
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

    /** Returns the current item. */
    Item item() {
        return Objects.requireNonNull(last);
    }

    /** Returns a future that completes when a waiting reader can continue. */
    CompletableFuture<Void> nextResponse() {
        return requests.nextResponse();
    }

    /** Returns the current step, opening the next one if needed, or null after the last one. */
    private @Nullable StepReader currentStep() {
        if (current == null) {
            current = ahead.poll();
        }
        if (current == null && steps.hasNext()) {
            current = open(steps.next(), null);
        }
        return current;
    }

    private void finish(StepReader step) {
        boolean isEnough = wanted != PageSizes.ALL && step.hasReturnedItems();
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
     * Sends requests while there is room: first those that the reader waits for, then prefetches. Returns whether a
     * request was sent or a response has arrived; otherwise the reader must wait.
     */
    private boolean schedule(StepReader step) {
        boolean hasArrived = requests.collect();
        long sentBefore = requests.sent();
        for (SliceReader slice : step.slices()) {
            if (!slice.hasItem() && slice.canRequest() && requests.hasRoom()) {
                request(step, slice);
            }
        }
        // The held items may already satisfy the limit.
        prefetch(step, Math.min(wanted, PageSizes.MAX_HELD_ITEMS));
        ahead.forEach(next -> prefetch(next, PageSizes.MAX_HELD_ITEMS));
        while (ahead.size() < stepsAhead && mayPrefetch(PageSizes.MAX_HELD_ITEMS) && steps.hasNext()) {
            StepReader next = open(steps.next(), null);
            ahead.add(next);
            prefetch(next, PageSizes.MAX_HELD_ITEMS);
        }
        return hasArrived || requests.sent() > sentBefore;
    }

    private void prefetch(StepReader step, long maxHeld) {
        for (SliceReader slice : step.slices()) {
            if (!mayPrefetch(maxHeld)) {
                return;
            }
            if (slice.canRequest()) {
                request(step, slice);
            }
        }
    }

    private boolean mayPrefetch(long maxHeld) {
        return requests.hasRoom() && requests.held() < maxHeld;
    }

    private void request(StepReader step, SliceReader slice) {
        long still = wanted == PageSizes.ALL
                ? wanted
                : Math.max(1, wanted - slice.remaining()) << Math.min(slice.emptyPages(), PageSizes.MAX_DOUBLINGS);
        slice.request(PageSizes.of(step.slices().size(), still, stepsPassed + slice.pages(), requests.itemBytes()));
    }

    /** Returns the token that resumes after the last item returned, or null if no item can follow. */
    @Nullable
    PageToken token() {
        if ((current == null || current.isFinished()) && ahead.isEmpty() && !steps.hasNext()) {
            return null;
        }
        return last == null ? null : range.token(new ResumePoint(lastOrdinal, lastShard, range.position(last)));
    }

    /** Returns the capacity that the answered requests consumed. */
    Capacity capacity() {
        requests.collect();
        return requests.capacity();
    }

    /** Cancels the pending requests and sends no more. */
    @Override
    public void close() {
        isClosed = true;
        requests.cancel();
        ahead.clear();
        current = null;
    }
}
