package dev.varve.core.table;

/** Changes nothing; lets a transaction through only if the condition holds for this item. */
public record Check(Key key, Condition condition) implements Write {

    public static Check of(Key key, Condition condition) {
        return new Check(key, condition);
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
