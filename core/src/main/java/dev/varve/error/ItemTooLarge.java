package dev.varve.error;

import org.jspecify.annotations.Nullable;

/** An item has more bytes than DynamoDB allows. */
public final class ItemTooLarge extends Rejected {

    private static final long serialVersionUID = 1L;

    public ItemTooLarge(String message) {
        this(message, null);
    }

    public ItemTooLarge(String message, @Nullable Throwable cause) {
        super("item.too-large", message, cause);
    }
}
