package dev.varve.table;

import dev.varve.error.Rejected;
import dev.varve.item.Item;

/** Writes a whole item in place of whatever is under its key. */
public record Put(Item item, Condition condition, Returning returning) implements Write {

    public Put {
        if (returning == Returning.NEW) {
            throw new Rejected("put.returning", "a put returns nothing or the old item; the new one is the one given");
        }
    }

    public static Put of(Item item) {
        return new Put(item, Condition.always(), Returning.NOTHING);
    }

    /** Returns this put for the case that the condition holds for what is there; adds to an earlier condition. */
    public Put when(Condition more) {
        return new Put(item, condition.and(more), returning);
    }

    public Put returningOld() {
        return new Put(item, condition, Returning.OLD);
    }

    @Override
    public Key keyIn(TableSchema schema) {
        return schema.keyOf(item);
    }
}
