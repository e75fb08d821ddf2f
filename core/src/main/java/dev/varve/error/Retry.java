package dev.varve.error;

/** Whether a caller may repeat a call that failed. */
public enum Retry {
    /** The same call fails again: change the call. */
    NEVER,
    /** Nothing was written; the same call may succeed later. */
    LATER,
    /** The call may have been carried out; repeat it only if it is idempotent. */
    IF_IDEMPOTENT
}
