package dev.varve.error;

import org.jspecify.annotations.Nullable;

/** The engine cannot be reached or is not ready: nothing was written, try again later. */
public non-sealed class Unavailable extends VarveException {

    private static final long serialVersionUID = 1L;

    public Unavailable(String code, String message) {
        this(code, message, null);
    }

    public Unavailable(String code, String message, @Nullable Throwable cause) {
        super(Retry.LATER, code, message, cause);
    }
}
