package dev.varve.server.backup;

import dev.varve.server.api.backup.BackupBody;
import dev.varve.server.api.backup.BackupJson;
import dev.varve.server.api.backup.BackupList;
import dev.varve.server.contract.Operation;
import dev.varve.server.contract.Parameter;
import dev.varve.server.contract.Tag;

/** The description of the operations on backups. */
final class BackupOperations {

    static final Operation BACKUPS = Operation.of(Tag.OPERATION, "backups", "List backups")
            .details("Also tells the directory and the schedule.")
            .answers(BackupList.class, "The backups, the newest first.");

    static final Operation BACK_UP = Operation.of(Tag.OPERATION, "backUp", "Make a backup")
            .details(
                    "Writes a copy of the database into the directory of the server while reads and writes continue, then reads all"
                            + " of the copy and checks it. The answer comes at once; the list shows when the backup is good. One backup"
                            + " is made at a time. Servers on a folder that have a backup directory can do this.")
            .takes(new Operation.Content(
                    Operation.JSON, BackupBody.class, Operation.Shape.OPTIONAL, "{\"name\":\"before-upgrade\"}"))
            .answers(202, BackupJson.class, "The backup has begun.");

    static final Operation BACKUP = Operation.of(Tag.OPERATION, "backup", "Get a backup")
            .with(Parameter.path("name", "The name of the backup."))
            .answers(BackupJson.class, "The backup.");

    private BackupOperations() {}
}
