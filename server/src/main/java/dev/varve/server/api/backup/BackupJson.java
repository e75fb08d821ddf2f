package dev.varve.server.api.backup;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A backup.
 *
 * @param name The name of its folder.
 * @param state The state.
 * @param scheduled Whether the schedule began it. Only such backups are removed when there are more than the schedule keeps.
 * @param startedAt The time at which it began. It contains what was stored before.
 * @param endedAt The time at which it was complete or failed.
 * @param bytes The size of its files. Files that the database still uses take no further space if both are on one file system.
 * @param rows The number of rows that were read and checked.
 * @param error Why it failed.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BackupJson(
        String name,
        BackupState state,
        boolean scheduled,
        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable Long bytes,
        @Nullable Long rows,
        @Nullable String error) {

    /** Returns a backup that has just begun. */
    public static BackupJson running(String name, boolean scheduled, Instant now) {
        return new BackupJson(name, BackupState.RUNNING, scheduled, now, null, null, null, null);
    }

    /** Returns this backup after it was checked. */
    public BackupJson good(Instant now, long newBytes, long newRows) {
        return new BackupJson(name, BackupState.GOOD, scheduled, startedAt, now, newBytes, newRows, null);
    }

    /** Returns this backup after it failed. */
    public BackupJson failed(Instant now, String why) {
        return new BackupJson(name, BackupState.FAILED, scheduled, startedAt, now, null, null, why);
    }

    /** Returns this backup with the name that its folder has now. */
    public BackupJson named(String newName) {
        return new BackupJson(newName, state, scheduled, startedAt, endedAt, bytes, rows, error);
    }
}
