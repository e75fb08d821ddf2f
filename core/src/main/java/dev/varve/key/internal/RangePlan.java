package dev.varve.key.internal;

import dev.varve.error.Rejected;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.key.internal.text.ClockDomain;
import dev.varve.key.internal.text.ClockText;
import java.time.Instant;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The steps that read the events of one identity in a time range, oldest or newest first.
 *
 * <p>Steps are computed lazily, so a long range costs only the steps that are read. Together they contain each event of
 * the range once, and nothing else unless {@link #needsClockFilter} is true.
 */
public final class RangePlan implements Iterable<RangeStep> {

    private enum Direction {
        FORWARDS,
        BACKWARDS
    }

    private final SeriesLayout layout;
    private final Parts identity;
    private final TimeRange range;
    private final boolean needsClockFilter;
    private final Direction direction;
    private final Instant start;

    RangePlan(SeriesLayout layout, Parts identity, TimeRange range, boolean needsClockFilter) {
        this(layout, identity, range, needsClockFilter, Direction.FORWARDS, range.from());
    }

    private RangePlan(
            SeriesLayout layout,
            Parts identity,
            TimeRange range,
            boolean needsClockFilter,
            Direction direction,
            Instant start) {
        this.layout = layout;
        this.identity = identity;
        this.range = range;
        this.needsClockFilter = needsClockFilter;
        this.direction = direction;
        this.start = start;
    }

    /** Returns the same steps, newest first; the slices must then be read in descending order. */
    public RangePlan backwards() {
        return new RangePlan(layout, identity, range, needsClockFilter, Direction.BACKWARDS, range.to());
    }

    /** Returns the rest of this plan, starting with the step that has this ordinal. */
    public RangePlan resume(long ordinal) {
        if (range.isEmpty()
                || ordinal < range.from().getEpochSecond()
                || ordinal >= ClockDomain.END_SECOND
                || !Instant.ofEpochSecond(ordinal).isBefore(range.to())) {
            throw new Rejected(
                    "key.ordinal-outside-plan",
                    "step " + ordinal + " is not in the plan of [" + ClockText.show(range.from()) + ", "
                            + ClockText.show(range.to()) + "); resume the query that the page token came from");
        }
        Instant inStep = later(range.from(), Instant.ofEpochSecond(ordinal));
        LayoutEpoch epoch = layout.epochAt(inStep);
        Instant from = direction == Direction.FORWARDS
                ? later(range.from(), epoch.bucketStart(inStep))
                : earlier(range.to(), epoch.bucketEnd(inStep));
        return new RangePlan(layout, identity, range, needsClockFilter, direction, from);
    }

    /** Returns the range of clocks that is read, {@code [from, to)}: the requested range, rounded to the tick. */
    public TimeRange range() {
        return range;
    }

    /**
     * Returns whether the range is finer than the tick of the keys. If so, the first and last step may contain events
     * outside the range, and the caller must compare the exact clock of each event.
     */
    public boolean needsClockFilter() {
        return needsClockFilter;
    }

    @Override
    public Iterator<RangeStep> iterator() {
        return direction == Direction.FORWARDS ? new Forwards(start) : new Backwards(start);
    }

    private RangeStep step(LayoutEpoch epoch, Instant from, Instant to) {
        var stepRange = new TimeRange(from, to);
        return new RangeStep(from.getEpochSecond(), stepRange, epoch.slices(identity, stepRange));
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }

    private final class Forwards implements Iterator<RangeStep> {
        private Instant from;

        Forwards(Instant from) {
            this.from = from;
        }

        @Override
        public boolean hasNext() {
            return from.isBefore(range.to());
        }

        @Override
        public RangeStep next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            LayoutEpoch epoch = layout.epochAt(from);
            Instant to = earlier(range.to(), epoch.bucketEnd(from));
            RangeStep step = step(epoch, from, to);
            from = to;
            return step;
        }
    }

    private final class Backwards implements Iterator<RangeStep> {
        private Instant to;

        Backwards(Instant to) {
            this.to = to;
        }

        @Override
        public boolean hasNext() {
            return to.isAfter(range.from());
        }

        @Override
        public RangeStep next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Instant last = to.minusNanos(1);
            LayoutEpoch epoch = layout.epochAt(last);
            Instant from = later(range.from(), epoch.bucketStart(last));
            RangeStep step = step(epoch, from, to);
            to = from;
            return step;
        }
    }
}
