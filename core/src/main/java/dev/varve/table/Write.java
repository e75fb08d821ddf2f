package dev.varve.table;

/** A change of one item, or a check of it inside a transaction; carried out only if its condition holds. */
public sealed interface Write extends Request permits Put, Update, Delete, ConditionCheck {

    Condition condition();

    Returning returning();

    /** Returns the key of the item this write is about, in a table of this schema. */
    Key keyIn(TableSchema schema);
}
