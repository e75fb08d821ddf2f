package dev.varve.server.api.backup;

/** The state of a backup. */
public enum BackupState {
    /** The backup is being written or checked. */
    RUNNING,
    /** The backup is complete, and everything in it was read and found consistent. */
    GOOD,
    /** The backup failed, and nothing of it is left. */
    FAILED
}
