package dev.varve.error;

import org.jspecify.annotations.Nullable;

/** A page token does not belong to the request that it was given to. */
public final class InvalidPageToken extends Rejected {

    private static final long serialVersionUID = 1L;

    public InvalidPageToken(String message) {
        this(message, null);
    }

    public InvalidPageToken(String message, @Nullable Throwable cause) {
        super("page.token", message, cause);
    }
}
