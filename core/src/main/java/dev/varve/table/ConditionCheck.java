package dev.varve.table;

/** A check without a write: the transaction commits only if the condition holds for this item. */
public record ConditionCheck(Key key, Condition condition) implements Write {

    public static ConditionCheck of(Key key, Condition condition) {
        return new ConditionCheck(key, condition);
    }

    @Override
    public Returning returning() {
        return Returning.NOTHING;
    }

    @Override
    public Key keyIn(TableSchema schema) {
        return key;
    }
}
