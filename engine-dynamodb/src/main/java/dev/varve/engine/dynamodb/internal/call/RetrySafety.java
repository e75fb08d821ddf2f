package dev.varve.engine.dynamodb.internal.call;

/** Whether a request may be sent again when its outcome is unknown. */
public enum RetrySafety {
    /** A read, which changes nothing. */
    READ,
    /** An idempotent write, with the same response each time. */
    REPEATABLE,
    /**
     * A write that must not be repeated: it could count twice, or report a failed condition because of its own success.
     */
    ONCE
}
