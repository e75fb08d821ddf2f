package dev.varve.server.api.backup;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The backups of a server and its schedule.
 *
 * @param directory The directory that holds the backups, on the machine of the server; null if the server makes none.
 * @param everySeconds The time between two scheduled backups, in seconds; null without a schedule.
 * @param keep How many scheduled backups are kept.
 * @param next The time of the next scheduled backup; null without a schedule.
 * @param backups The backups, the newest first: the running one, the last one if it failed, and all good ones.
 */
public record BackupList(
        @Nullable String directory,
        @Nullable Long everySeconds,
        @Nullable Integer keep,
        @Nullable Instant next,
        List<BackupJson> backups) {

    public BackupList {
        backups = List.copyOf(backups);
    }
}
