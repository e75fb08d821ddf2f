package dev.varve.cli.client;

import org.jspecify.annotations.Nullable;

/** The server, folder or table does not exist or cannot be reached. */
public final class Unreachable extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Unreachable(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
