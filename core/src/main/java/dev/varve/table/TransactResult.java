package dev.varve.table;

import dev.varve.item.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of a transaction. The capacity sums all tables; indexes of another table than the one it was sent to are
 * named {@code table.index}.
 */
public sealed interface TransactResult {

    Capacity capacity();

    default boolean isCommitted() {
        return this instanceof Committed;
    }

    /** All writes were carried out. */
    record Committed(Capacity capacity) implements TransactResult {}

    /** At least one condition did not hold; nothing was written. There is a reason for each action, in order. */
    record Cancelled(List<Reason> reasons, Capacity capacity) implements TransactResult {
        public Cancelled {
            reasons = List.copyOf(reasons);
        }
    }

    /** Why an action stood in the way of its transaction, if it did. */
    sealed interface Reason {

        static Reason none() {
            return None.NONE;
        }

        /** The action's condition held. */
        enum None implements Reason {
            NONE
        }

        /**
         * The action's condition did not hold.
         *
         * @param existing the item it did not hold for, or null where there is none
         */
        record ConditionFailed(@Nullable Item existing) implements Reason {}
    }
}
