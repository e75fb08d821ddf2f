package dev.varve.error;

import org.jspecify.annotations.Nullable;

/**
 * The input cannot be accepted: nothing was written, and the same call is rejected again. Refusals that a program may want
 * to handle have types of their own.
 */
public non-sealed class Rejected extends VarveException {

    private static final long serialVersionUID = 1L;

    private final boolean isOutage;

    public Rejected(String code, String message) {
        this(code, message, null);
    }

    public Rejected(String code, String message, @Nullable Throwable cause) {
        this(code, message, cause, false);
    }

    private Rejected(String code, String message, @Nullable Throwable cause, boolean isOutage) {
        super(Retry.NEVER, code, message, cause);
        this.isOutage = isOutage;
    }

    /** Returns an error for an engine that rejects the process, not the input; see {@link #isOutage()}. */
    public static Rejected outage(String code, String message, @Nullable Throwable cause) {
        return new Rejected(code, message, cause, true);
    }

    @Override
    public boolean isOutage() {
        return isOutage;
    }
}
