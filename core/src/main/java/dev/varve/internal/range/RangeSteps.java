package dev.varve.internal.range;

import dev.varve.error.Rejected;
import dev.varve.key.TimeRange;
import dev.varve.key.internal.PartitionSlice;
import dev.varve.key.internal.RangePlan;
import dev.varve.key.internal.RangeStep;
import dev.varve.table.Query.Order;
import java.util.Iterator;
import java.util.List;

/** What a range is made of: steps that are read one after the other, each with slices that are merged. */
public sealed interface RangeSteps {

    /** Returns the steps of a plan. */
    static RangeSteps of(RangePlan plan) {
        return new Planned(plan);
    }

    /** Returns one step, of the slices of an entity layout. */
    static RangeSteps of(List<PartitionSlice> slices) {
        return new Single(new RangeStep(0, TimeRange.all(), slices));
    }

    /** Returns the steps as they are read, made as they are asked for. */
    Iterator<RangeStep> in(Order order);

    /** Returns the steps from the one with this ordinal on; refuses an ordinal that is none of these steps'. */
    Iterator<RangeStep> resumed(Order order, long ordinal);

    /** The steps of a plan, which are made as they are asked for. */
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

    /** One step. */
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
