package dev.varve.cli.doctor;

import dev.varve.cli.client.DatabaseLocation;
import dev.varve.cli.client.RunningServer;
import dev.varve.cli.show.HumanText;
import dev.varve.engine.rocksdb.AuditReport;
import dev.varve.engine.rocksdb.FolderInUse;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.error.VarveException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks a data folder. */
final class FolderChecks {

    private static final String AREA = "folder";

    /** The file that the engine locks. */
    private static final String LOCK = "varve.lock";

    private final DatabaseLocation.Folder place;
    private final Path directory;
    private final boolean audits;
    private final List<Finding> findings = new ArrayList<>();

    FolderChecks(DatabaseLocation.Folder place, boolean audits) {
        this.place = place;
        this.directory = place.directory();
        this.audits = audits;
    }

    List<Finding> look() {
        if (!place.isDatabase()) {
            findings.add(Finding.of(
                    AREA,
                    "exists",
                    Finding.Verdict.DOUBTFUL,
                    (Files.isDirectory(directory) ? "there is no database in " : "there is no folder ") + directory,
                    "varve serve or varve import creates one; --data names another folder"));
            return findings;
        }
        findings.add(Finding.good(AREA, "exists", "%s, %s".formatted(directory, size())));
        findings.add(Finding.of(
                AREA,
                "writable",
                Finding.wrongUnless(Files.isWritable(directory)),
                Files.isWritable(directory)
                        ? "yes"
                        : "user %s may not write to it".formatted(System.getProperty("user.name")),
                "change the owner of the folder to the user that runs the server (chown)"));
        Optional<RunningServer> server = RunningServer.find(directory);
        if (server.isPresent()) {
            findings.add(Finding.good(
                    AREA,
                    "in use",
                    "by the server at %s, process %s"
                            .formatted(server.get().url(), server.get().pid())));
        } else {
            audit();
        }
        return findings;
    }

    private void audit() {
        try (RocksDbEngine engine = RocksDbEngine.open(directory)) {
            findings.add(Finding.good(AREA, "in use", "by no process"));
            if (audits) {
                AuditReport report = engine.audit();
                findings.add(Finding.of(
                        AREA,
                        "audit",
                        Finding.wrongUnless(report.isClean()),
                        report.isClean()
                                ? "%s, %s, %s, all agree"
                                        .formatted(
                                                HumanText.count(report.rows(), "row", "rows"),
                                                HumanText.count(report.indexEntries(), "index entry", "index entries"),
                                                HumanText.count(report.changes(), "change", "changes"))
                                : report.problems().get(0),
                        "keep a copy of the folder and restore a backup; varve db audit lists all problems"));
            }
        } catch (VarveException e) {
            boolean isLocked = e instanceof FolderInUse;
            findings.add(Finding.of(
                    AREA,
                    isLocked ? "in use" : "opens",
                    Finding.Verdict.WRONG,
                    isLocked ? "by %s, which does not answer".formatted(holder()) : String.valueOf(e.getMessage()),
                    isLocked ? "stop that process, or wait until it has started or stopped" : "see the message"));
        }
    }

    /** Returns the process that holds the lock, as Linux lists it. */
    private String holder() {
        try (Stream<String> locks = Files.lines(Path.of("/proc/locks"))) {
            String inode = ":" + Files.getAttribute(directory.resolve(LOCK), "unix:ino") + " ";
            return locks.filter(line -> line.contains(inode))
                    .map(line -> "process " + line.split(" +")[4])
                    .findFirst()
                    .orElse("another process");
        } catch (IOException | UnsupportedOperationException | UncheckedIOException e) {
            return "another process";
        }
    }

    private String size() {
        try (Stream<Path> files = Files.walk(directory)) {
            return HumanText.bytes(files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum());
        } catch (IOException | UncheckedIOException e) {
            return "size unknown";
        }
    }
}
