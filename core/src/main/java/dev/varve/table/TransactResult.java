package dev.varve.table;

import dev.varve.item.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a transaction. The capacity is the sum over all tables; indexes of tables other than the one that
 * received the transaction are named {@code table.index}.
 */
public sealed interface TransactResult {

    Capacity capacity();

    default boolean isCommitted() {
        return this instanceof Committed;
    }

    /** All writes were carried out. */
    record Committed(Capacity capacity) implements TransactResult {}

    /** At least one condition failed; nothing was written. There is one reason per action, in order. */
    record Cancelled(List<Reason> reasons, Capacity capacity) implements TransactResult {
        public Cancelled {
            reasons = List.copyOf(reasons);
        }
    }

    /** Why an action cancelled its transaction, if it did. */
    sealed interface Reason {

        static Reason none() {
            return None.NONE;
        }

        /** The action's condition held. */
        enum None implements Reason {
            NONE
        }

        /**
         * The action's condition failed.
         *
         * @param existing the stored item, or null if there is none
         */
        record ConditionFailed(@Nullable Item existing) implements Reason {}
    }
}
