package dev.varve.table;

/** Whether a read sees every write that completed before it began. */
public enum Consistency {
    /** The read may miss the newest writes; half the price on DynamoDB. */
    EVENTUAL,
    /** The read sees every completed write; not supported on indexes. */
    STRONG
}
