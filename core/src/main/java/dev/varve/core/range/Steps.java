package dev.varve.core.range;

import dev.varve.core.Rejected;
import dev.varve.core.key.Plan;
import dev.varve.core.key.Slice;
import dev.varve.core.key.Step;
import dev.varve.core.key.TimeRange;
import dev.varve.core.table.Query.Order;
import java.util.Iterator;
import java.util.List;

/** What a range is made of: steps that are read one after the other, each with slices that are merged. */
public sealed interface Steps {

    /** Returns the steps of a plan. */
    static Steps of(Plan plan) {
        return new Planned(plan);
    }

    /** Returns one step, of the slices of an entity layout. */
    static Steps of(List<Slice> slices) {
        return new Single(new Step(0, TimeRange.all(), slices));
    }

    /** Returns the steps as they are read, made as they are asked for. */
    Iterator<Step> in(Order order);

    /** Returns the steps from the one with this ordinal on; refuses an ordinal that is none of these steps'. */
    Iterator<Step> resumed(Order order, long ordinal);

    /** The steps of a plan, which are made as they are asked for. */
    record Planned(Plan plan) implements Steps {
        @Override
        public Iterator<Step> in(Order order) {
            return directed(order).iterator();
        }

        @Override
        public Iterator<Step> resumed(Order order, long ordinal) {
            return directed(order).resume(ordinal).iterator();
        }

        private Plan directed(Order order) {
            return order == Order.ASCENDING ? plan : plan.backwards();
        }
    }

    /** One step. */
    record Single(Step step) implements Steps {
        @Override
        public Iterator<Step> in(Order order) {
            return List.of(step).iterator();
        }

        @Override
        public Iterator<Step> resumed(Order order, long ordinal) {
            if (ordinal != step.ordinal()) {
                throw new Rejected("range.ordinal", "step %s is not in this range".formatted(ordinal));
            }
            return in(order);
        }
    }
}
