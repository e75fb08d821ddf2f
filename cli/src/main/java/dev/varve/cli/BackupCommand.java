package dev.varve.cli;

import dev.varve.cli.backup.FolderCopies;
import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ApiFailure;
import dev.varve.cli.client.Connection;
import dev.varve.cli.client.DatabaseLocation;
import dev.varve.cli.client.RunningServer;
import dev.varve.cli.client.Unreachable;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.error.Rejected;
import dev.varve.server.api.backup.BackupBody;
import dev.varve.server.api.backup.BackupJson;
import dev.varve.server.api.backup.BackupList;
import dev.varve.server.api.backup.BackupState;
import dev.varve.server.backup.BackupWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "backup",
        description = {
            "Makes a backup of a folder, and checks all of it. A server on the folder continues to work.",
            "",
            "  varve backup /backup/varve-monday       if no server uses the folder",
            "  varve backup                            a server makes it in its directory (serve --backup-to)",
            "  varve backup before-upgrade             the same with a name",
            "  varve backup --list                     what the server has made",
            ""
        })
final class BackupCommand extends Placed {

    /** How long to wait between two questions about a backup that a server makes. */
    private static final Duration LOOK = Duration.ofMillis(300);

    @Parameters(
            paramLabel = "TARGET",
            arity = "0..1",
            description =
                    "the folder of the backup, which must not exist; with a server a name, or a folder in its directory")
    private @Nullable Path target;

    @Option(names = "--list", description = "list the backups of the server, and its schedule")
    private boolean isList;

    @Override
    public Integer call() throws InterruptedException {
        if (isList && target != null) {
            throw new Rejected("cli.backup", "give TARGET or --list, not both");
        }
        DatabaseLocation place = where().place(System.getenv());
        if (place instanceof DatabaseLocation.DynamoDb) {
            throw new Rejected(
                    "cli.where", "varve backup copies folders; for a table use point-in-time recovery of DynamoDB");
        }
        if (place instanceof DatabaseLocation.Folder folder
                && RunningServer.find(folder.directory()).isEmpty()) {
            return local(folder);
        }
        try (Connection connection = Connection.to(place, Connection.IfMissing.REFUSE)) {
            return isList ? list(connection.client()) : remote(connection.client());
        }
    }

    private int local(DatabaseLocation.Folder folder) {
        if (isList) {
            throw new Rejected("cli.backup", "no server uses %s, so there is no list".formatted(folder.directory()));
        }
        Path to = target;
        if (to == null || to.getFileName() == null) {
            throw new Rejected(
                    "cli.backup", "no server uses %s: name the folder of the backup".formatted(folder.directory()));
        }
        if (!folder.isDatabase()) {
            throw new Unreachable("there is no database in " + folder.directory(), null);
        }
        InstantSource clock = InstantSource.system();
        try (RocksDbEngine engine = RocksDbEngine.open(folder.directory())) {
            BackupJson begun = BackupJson.running(
                    to.getFileName().toString(), false, clock.instant().truncatedTo(ChronoUnit.SECONDS));
            print(BackupWriter.write(new FolderCopies(engine), begun, to, clock), to);
            return 0;
        }
    }

    private int remote(ApiClient client) throws InterruptedException {
        BackupList before = client.ask(ApiCall.get("backups"), BackupList.class);
        BackupJson backup = client.ask(ApiCall.post(new BackupBody(name(before)), "backups"), BackupJson.class);
        while (backup.state() == BackupState.RUNNING) {
            Thread.sleep(LOOK.toMillis());
            backup = client.ask(ApiCall.get("backups", backup.name()), BackupJson.class);
        }
        if (backup.state() == BackupState.FAILED) {
            throw new ApiFailure(200, "backup.failed", "backup %s failed: %s".formatted(backup.name(), backup.error()));
        }
        print(backup, Path.of(String.valueOf(before.directory()), backup.name()));
        return 0;
    }

    /** Returns the name of the target for the server, which accepts no folders outside of its directory. */
    private @Nullable String name(BackupList server) {
        Path to = target;
        if (to == null || to.getParent() == null || server.directory() == null) {
            return to == null ? null : to.getFileName().toString();
        }
        Path directory = Path.of(server.directory());
        if (!directory.equals(to.toAbsolutePath().normalize().getParent())) {
            throw new Rejected(
                    "cli.backup",
                    "the server makes backups in %s only: give a name, or a folder in there".formatted(directory));
        }
        return to.getFileName().toString();
    }

    private void print(BackupJson backup, Path folder) {
        show(
                backup,
                () -> "backup %s is complete: %s, %s, all agree"
                        .formatted(
                                folder,
                                HumanText.count(backup.rows() == null ? 0 : backup.rows(), "row", "rows"),
                                HumanText.bytes(backup.bytes() == null ? 0 : backup.bytes())));
    }

    private int list(ApiClient client) {
        BackupList list = client.ask(ApiCall.get("backups"), BackupList.class);
        TextTable table = new TextTable(paint())
                .text("backup")
                .text("state")
                .text("by")
                .text("began")
                .text("rows")
                .text("size");
        for (BackupJson backup : list.backups()) {
            table.row()
                    .cell(backup.name(), Tone.STRONG)
                    .cell(backup.error() == null ? AnswerTexts.word(backup.state()) : "failed: " + backup.error())
                    .cell(backup.scheduled() ? "schedule" : "request")
                    .cell(AnswerTexts.text(backup.startedAt()))
                    .cell(backup.rows() == null ? "–" : HumanText.count(backup.rows()))
                    .cell(backup.bytes() == null ? "–" : HumanText.bytes(backup.bytes()));
        }
        show(list, () -> list.backups().isEmpty() ? "no backups" : table);
        if (!isJson()) {
            note(schedule(list));
        }
        return 0;
    }

    private static String schedule(BackupList list) {
        if (list.directory() == null) {
            return "the server has no directory for backups: start it with --backup-to DIR";
        }
        return list.everySeconds() == null
                ? "in %s, on request only".formatted(list.directory())
                : "in %s, every %s, the last %s are kept; the next one at %s"
                        .formatted(
                                list.directory(),
                                HumanText.length(Duration.ofSeconds(list.everySeconds())),
                                list.keep(),
                                AnswerTexts.text(list.next()));
    }
}
