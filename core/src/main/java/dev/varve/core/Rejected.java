package dev.varve.core;

import org.jspecify.annotations.Nullable;

/** The input cannot be accepted: nothing was written, and the same call will be refused again. */
public final class Rejected extends VarveException {

    private static final long serialVersionUID = 1L;

    public Rejected(String code, String message) {
        this(code, message, null);
    }

    public Rejected(String code, String message, @Nullable Throwable cause) {
        super(Retry.NEVER, code, message, cause);
    }
}
