package dev.varve.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.cli.client.Place;
import dev.varve.cli.client.Unreachable;
import dev.varve.engine.rocksdb.AuditReport;
import dev.varve.engine.rocksdb.RocksDbEngine;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
    int audit(
            @Parameters(paramLabel = "DIRECTORY", description = "the database") Path directory,
            @Option(names = "--json", description = "print it as JSON") boolean json) {
        try (RocksDbEngine engine = open(directory)) {
            AuditReport report = engine.audit();
            if (json) {
                spec.commandLine().getOut().println(json(report).toPrettyString());
            } else {
                tell(report);
            }
            return report.isClean() ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private void tell(AuditReport report) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("rows: " + report.rows());
        out.println("index entries: " + report.indexEntries());
        out.println("expiry entries: " + report.expiryEntries());
        out.println("changes: " + report.changes());
        report.problems().forEach(problem -> out.println("problem: " + problem));
        out.println(report.isClean() ? "all agree" : "they disagree");
    }

    private static ObjectNode json(AuditReport report) {
        ObjectNode json = new JsonMapper().createObjectNode();
        json.put("rows", report.rows());
        json.put("indexEntries", report.indexEntries());
        json.put("expiryEntries", report.expiryEntries());
        json.put("changes", report.changes());
        report.problems().forEach(json.putArray("problems")::add);
        return json;
    }

    @Command(
            description = "Writes a consistent copy that can be opened as a database of its own.",
            mixinStandardHelpOptions = true)
    int backup(
            @Parameters(paramLabel = "DIRECTORY", description = "the database") Path directory,
            @Parameters(paramLabel = "TARGET", description = "where the copy goes; must not exist") Path target,
            @Option(names = "--json", description = "print it as JSON") boolean json) {
        try (RocksDbEngine engine = open(directory)) {
            engine.backup(target);
            spec.commandLine()
                    .getOut()
                    .println(
                            json
                                    ? new JsonMapper()
                                            .createObjectNode()
                                            .put("copy", target.toString())
                                            .toPrettyString()
                                    : "copied to " + target);
            return ExitCode.OK;
        }
    }

    /** Opens a database that exists: looking after one must not make one. */
    private static RocksDbEngine open(Path directory) {
        if (!new Place.Folder(directory, null).isDatabase()) {
            throw new Unreachable("there is no database in " + directory, null);
        }
        return RocksDbEngine.open(directory);
    }
}
