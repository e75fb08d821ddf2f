package dev.varve.cli.client;

import org.jspecify.annotations.Nullable;

/** There is no server, folder or table where one was looked for. */
public final class Unreachable extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Unreachable(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
