package dev.varve.error;

/** What a caller may do with a call that failed. */
public enum Retry {
    /** The same call fails again: change the call. */
    NEVER,
    /** Nothing was written; the same call may succeed later. */
    LATER,
    /** The call may have been carried out; repeating it is right only where that does no harm. */
    IF_IDEMPOTENT
}
