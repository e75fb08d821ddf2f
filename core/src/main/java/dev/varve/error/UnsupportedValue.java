package dev.varve.error;

import org.jspecify.annotations.Nullable;

/** A Java object has no counterpart among DynamoDB's types. */
public final class UnsupportedValue extends Rejected {

    private static final long serialVersionUID = 1L;

    public UnsupportedValue(String message) {
        this(message, null);
    }

    public UnsupportedValue(String message, @Nullable Throwable cause) {
        super("item.value-type", message, cause);
    }
}
