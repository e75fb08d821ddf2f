package dev.varve.internal.range;

import dev.varve.error.Rejected;
import dev.varve.key.TimeRange;
import dev.varve.key.internal.PartitionSlice;
import dev.varve.key.internal.RangePlan;
import dev.varve.key.internal.RangeStep;
import dev.varve.table.Query.Order;
import java.util.Iterator;
import java.util.List;

/** The steps of a range. They are read one after another; the slices of one step are merged. */
public sealed interface RangeSteps {

    /** Returns the steps of a plan. */
    static RangeSteps of(RangePlan plan) {
        return new Planned(plan);
    }

    /** Returns a single step with the slices of an entity layout. */
    static RangeSteps of(List<PartitionSlice> slices) {
        return new Single(new RangeStep(0, TimeRange.all(), slices));
    }

    /** Returns the steps in reading order, computed lazily. */
    Iterator<RangeStep> in(Order order);

    /** Returns the steps from the one with this ordinal on; rejects an ordinal that no step has. */
    Iterator<RangeStep> resumed(Order order, long ordinal);

    /** The steps of a plan, computed lazily. */
    record Planned(RangePlan plan) implements RangeSteps {
        @Override
        public Iterator<RangeStep> in(Order order) {
            return directed(order).iterator();
        }

        @Override
        public Iterator<RangeStep> resumed(Order order, long ordinal) {
            return directed(order).resume(ordinal).iterator();
        }

        private RangePlan directed(Order order) {
            return order == Order.ASCENDING ? plan : plan.backwards();
        }
    }

    /** A single step. */
    record Single(RangeStep step) implements RangeSteps {
        @Override
        public Iterator<RangeStep> in(Order order) {
            return List.of(step).iterator();
        }

        @Override
        public Iterator<RangeStep> resumed(Order order, long ordinal) {
            if (ordinal != step.ordinal()) {
                throw new Rejected("range.ordinal", "step %s is not in this range".formatted(ordinal));
            }
            return in(order);
        }
    }
}
