package dev.varve.error;

import org.jspecify.annotations.Nullable;

/** A key has more bytes than DynamoDB allows. */
public final class KeyTooLong extends Rejected {

    private static final long serialVersionUID = 1L;

    public KeyTooLong(String message) {
        this(message, null);
    }

    public KeyTooLong(String message, @Nullable Throwable cause) {
        super("key.too-long", message, cause);
    }
}
