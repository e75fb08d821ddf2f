package dev.varve.table;

/** Changes nothing; lets a transaction through only if the condition holds for this item. */
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
