package dev.varve.error;

import org.jspecify.annotations.Nullable;

/** The response was lost: the write may or may not have happened. */
public final class OutcomeUnknown extends VarveException {

    private static final long serialVersionUID = 1L;

    public OutcomeUnknown(String code, String message) {
        this(code, message, null);
    }

    public OutcomeUnknown(String code, String message, @Nullable Throwable cause) {
        super(Retry.IF_IDEMPOTENT, code, message, cause);
    }
}
