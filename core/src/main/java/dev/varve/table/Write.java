package dev.varve.table;

/** A write of one item, or a check of one inside a transaction; carried out only if its condition holds. */
public sealed interface Write extends Request permits Put, Update, Delete, ConditionCheck {

    /** Returns the condition on the stored item. */
    Condition condition();

    /** Returns which image of the item the result contains. */
    Returning returning();

    /** Returns the key of the item, in a table with this schema. */
    Key keyIn(TableSchema schema);
}
