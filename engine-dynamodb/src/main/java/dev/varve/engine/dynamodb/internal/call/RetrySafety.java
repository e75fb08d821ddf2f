package dev.varve.engine.dynamodb.internal.call;

/** Whether a request may be sent again when nobody knows what became of it. */
public enum RetrySafety {
    /** It changes nothing. */
    READ,
    /** Carried out twice it leaves what it leaves once, and answers alike. */
    REPEATABLE,
    /** It must not be repeated blindly: it could count twice, or report a failed condition for its own success. */
    ONCE
}
