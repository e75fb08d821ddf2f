package dev.varve.table;

import dev.varve.error.Rejected;
import dev.varve.item.Item;

/** Writes a whole item and replaces the item with the same key, if there is one. */
public record Put(Item item, Condition condition, Returning returning) implements Write {

    public Put {
        if (returning == Returning.NEW) {
            throw new Rejected("put.returning", "a put returns nothing or the old item; the new one is the one given");
        }
    }

    /** Writes this item unconditionally. */
    public static Put of(Item item) {
        return new Put(item, Condition.always(), Returning.NOTHING);
    }

    /** Returns this put with a condition on the stored item; combines with an earlier condition. */
    public Put when(Condition more) {
        return new Put(item, condition.and(more), returning);
    }

    /** Returns the replaced item with the result. */
    public Put returningOld() {
        return new Put(item, condition, Returning.OLD);
    }

    @Override
    public Key keyIn(TableSchema schema) {
        return schema.keyOf(item);
    }
}
