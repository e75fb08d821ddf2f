package dev.varve.error;

import org.jspecify.annotations.Nullable;

/** The root of Varve's errors: each has a stable code for programs and a text for people. */
public abstract sealed class VarveException extends RuntimeException
        permits Rejected, Throttled, Unavailable, OutcomeUnknown, CorruptData {

    private static final long serialVersionUID = 1L;

    private final String code;
    private final Retry retry;

    VarveException(Retry retry, String code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.retry = retry;
    }

    /** Returns the stable code of this error, such as {@code item.too-large}; texts may change, codes do not. */
    public String code() {
        return code;
    }

    /**
     * Returns whether the engine rejects the process, not the input: expired credentials, a wrong clock, a missing
     * table. The same call may succeed once that is fixed.
     */
    public boolean isOutage() {
        return false;
    }

    /** Returns whether repeating the call makes sense. */
    public Retry retry() {
        return retry;
    }
}
