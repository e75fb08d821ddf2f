package dev.varve.cli.serve;

import dev.varve.cli.backup.FolderCopies;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.error.Rejected;
import dev.varve.server.ServerDatabase;
import dev.varve.server.backup.BackupSettings;
import dev.varve.server.backup.Backups;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for backups of a server on a folder. */
final class BackupOptions {

    @Option(
            names = "--backup-to",
            paramLabel = "DIR",
            description =
                    "the directory for backups of the folder, made by varve backup or by a schedule; one for each server")
    private @Nullable Path directory;

    @Option(
            names = "--backup-every",
            paramLabel = "TIME",
            converter = DurationText.class,
            description = "make a backup this often, such as 24h or 30m; without it on request only")
    private @Nullable Duration every;

    @Option(
            names = "--backup-keep",
            paramLabel = "COUNT",
            defaultValue = "7",
            description = "how many scheduled backups are kept; those on request are never removed (7)")
    private int keep;

    /** Returns the settings for a server on this folder or table, or null for no backups. */
    @Nullable
    BackupSettings settings(StoreLocation store) {
        if (directory == null) {
            if (every != null) {
                throw new Rejected("cli.backup", "--backup-every needs --backup-to");
            }
            return null;
        }
        if (!(store instanceof StoreLocation.Folder folder)) {
            throw new Rejected(
                    "cli.backup", "--backup-to is for folders: for a table use point-in-time recovery of DynamoDB");
        }
        BackupSettings settings = new BackupSettings(directory, every, keep);
        Path data = folder.directory().toAbsolutePath().normalize();
        if (settings.directory().startsWith(data)) {
            throw new Rejected(
                    "cli.backup",
                    "--backup-to is in the folder of the database: a backup must survive the loss of that folder");
        }
        return settings;
    }

    /** Opens the directory of the settings for an open database; null for none. */
    static @Nullable Backups open(@Nullable BackupSettings settings, ServerDatabase database) {
        return settings != null && database.engine() instanceof RocksDbEngine engine
                ? Backups.open(settings, new FolderCopies(engine), engine.clock())
                : null;
    }
}
