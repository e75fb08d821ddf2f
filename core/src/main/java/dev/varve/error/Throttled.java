package dev.varve.error;

import org.jspecify.annotations.Nullable;

/** The engine is over its limits after bounded retries: nothing was written, try again later. */
public final class Throttled extends VarveException {

    private static final long serialVersionUID = 1L;

    public Throttled(String code, String message) {
        this(code, message, null);
    }

    public Throttled(String code, String message, @Nullable Throwable cause) {
        super(Retry.LATER, code, message, cause);
    }
}
