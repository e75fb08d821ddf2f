package dev.varve.table;

import dev.varve.error.Rejected;

/** Removes an item; removing an absent item succeeds and does nothing. */
public record Delete(Key key, Condition condition, Returning returning) implements Write {

    public Delete {
        if (returning == Returning.NEW) {
            throw new Rejected("delete.returning", "a delete returns nothing or the old item; there is no new one");
        }
    }

    /** Removes the item with this key. */
    public static Delete of(Key key) {
        return new Delete(key, Condition.always(), Returning.NOTHING);
    }

    /** Returns this delete with a condition on the stored item; combines with an earlier condition. */
    public Delete when(Condition more) {
        return new Delete(key, condition.and(more), returning);
    }

    /** Returns the removed item with the result. */
    public Delete returningOld() {
        return new Delete(key, condition, Returning.OLD);
    }

    @Override
    public Key keyIn(TableSchema schema) {
        return key;
    }
}
