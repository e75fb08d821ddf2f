package dev.varve.item;

/** DynamoDB's ten types. */
public enum ValueType {
    TEXT("S"),
    NUMBER("N"),
    BYTES("B"),
    BOOL("BOOL"),
    NULL("NULL"),
    TEXT_SET("SS"),
    NUMBER_SET("NS"),
    BYTES_SET("BS"),
    LIST("L"),
    MAP("M");

    private final String descriptor;

    ValueType(String descriptor) {
        this.descriptor = descriptor;
    }

    /** Returns DynamoDB's short name of the type, such as {@code SS}. */
    public String descriptor() {
        return descriptor;
    }
}
