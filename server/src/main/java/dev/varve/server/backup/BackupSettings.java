package dev.varve.server.backup;

import dev.varve.error.Rejected;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where and when backups are made.
 *
 * @param directory holds the backups of one server
 * @param every the time between two scheduled backups, or null for backups on request only
 * @param keep how many scheduled backups are kept
 */
public record BackupSettings(Path directory, @Nullable Duration every, int keep) {

    public static final int STANDARD_KEEP = 7;

    /** A backup reads all of the database once. */
    private static final Duration SHORTEST = Duration.ofMinutes(1);

    private static final Duration LONGEST = Duration.ofDays(365);

    private static final int MOST = 1_000;

    public BackupSettings {
        directory = directory.toAbsolutePath().normalize();
        if (every != null && (every.compareTo(SHORTEST) < 0 || every.compareTo(LONGEST) > 0)) {
            throw new Rejected(
                    "backup.every",
                    "the time between backups is %s; it must be from 1 minute to %s days"
                            .formatted(every, LONGEST.toDays()));
        }
        if (keep < 1 || keep > MOST) {
            throw new Rejected("backup.keep", "%s backups are to be kept; it must be 1 to %s".formatted(keep, MOST));
        }
    }
}
