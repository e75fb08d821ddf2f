package dev.varve.cli;

import dev.varve.core.Rejected;
import dev.varve.engine.rocksdb.AuditReport;
import dev.varve.engine.rocksdb.RocksDbEngine;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "db", description = "Looks after an embedded database.", mixinStandardHelpOptions = true)
final class DbCommand {

    @Spec
    private CommandSpec spec;

    @Command(
            description = {
                "Compares tables, indexes, expiry entries and change logs with each other.",
                "Exits with 1 if they disagree."
            },
            mixinStandardHelpOptions = true)
    int audit(@Parameters(paramLabel = "DIRECTORY", description = "the database") Path directory) {
        PrintWriter out = spec.commandLine().getOut();
        try (RocksDbEngine engine = open(directory)) {
            AuditReport report = engine.audit();
            out.println("rows: " + report.rows());
            out.println("index entries: " + report.indexEntries());
            out.println("expiry entries: " + report.expiryEntries());
            out.println("changes: " + report.changes());
            report.problems().forEach(problem -> out.println("problem: " + problem));
            out.println(report.isClean() ? "all agree" : "they disagree");
            return report.isClean() ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    @Command(
            description = "Writes a consistent copy that can be opened as a database of its own.",
            mixinStandardHelpOptions = true)
    int backup(
            @Parameters(paramLabel = "DIRECTORY", description = "the database") Path directory,
            @Parameters(paramLabel = "TARGET", description = "where the copy goes; must not exist") Path target) {
        try (RocksDbEngine engine = open(directory)) {
            engine.backup(target);
            spec.commandLine().getOut().println("copied to " + target);
            return ExitCode.OK;
        }
    }

    /** Opens a database that exists: looking after one must not make one. */
    private static RocksDbEngine open(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new Rejected("cli.no-database", "there is no directory " + directory);
        }
        return RocksDbEngine.open(directory);
    }
}
