package dev.varve.cli.backup;

import dev.varve.engine.rocksdb.AuditReport;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.server.backup.BackupSource;
import java.nio.file.Path;

/** Copies the folder of an open database, and checks copies as {@code varve db audit} does. */
public record FolderCopies(RocksDbEngine engine) implements BackupSource {

    private static final long MEGABYTE = 1024 * 1024;

    /** A check reads everything once, so memory does not make it faster. Nothing is removed from a copy that is checked. */
    private static final RocksDbOptions CHECKING = RocksDbOptions.defaults()
            .withoutSweeper()
            .blockCache(16 * MEGABYTE)
            .writeBuffer(4 * MEGABYTE)
            .diskReserve(0);

    @Override
    public void copy(Path target) {
        engine.backup(target);
    }

    @Override
    public Checked check(Path copy) {
        return checked(copy);
    }

    /** Reads all of a database that no process uses. */
    static Checked checked(Path folder) {
        try (RocksDbEngine copy = RocksDbEngine.open(folder, CHECKING)) {
            AuditReport report = copy.audit();
            return new Checked(report.rows(), report.problems());
        }
    }
}
