package dev.varve.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.cli.client.DatabaseLocation;
import dev.varve.cli.client.Unreachable;
import dev.varve.cli.show.HumanText;
import dev.varve.engine.rocksdb.AuditReport;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.error.Rejected;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "db",
        description = "Checks the database in a folder that no server uses.",
        mixinStandardHelpOptions = true)
final class DbCommand {

    private static final String DATA = "the folder of the database; ./varve-data by default (env VARVE_DATA)";

    @Spec
    private CommandSpec spec;

    @Command(
            description = {
                "Compares tables, indexes, expiry entries and change logs with each other.",
                "Exits with 1 if they disagree."
            },
            mixinStandardHelpOptions = true)
    int audit(
            @Parameters(
                            paramLabel = "DIRECTORY",
                            arity = "0..1",
                            description = "the folder of the database, the same as --data")
                    @Nullable
                    Path directory,
            @Option(names = "--data", paramLabel = "DIR", description = DATA) @Nullable Path data,
            @Option(names = "--json", description = "print it as JSON") boolean json) {
        try (RocksDbEngine engine = open(folder(directory, data))) {
            AuditReport report = engine.audit();
            if (json) {
                spec.commandLine().getOut().println(json(report).toPrettyString());
            } else {
                print(report);
            }
            return report.isClean() ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    /** Returns the folder from DIRECTORY or --data, or the default folder. */
    private static Path folder(@Nullable Path directory, @Nullable Path data) {
        if (directory != null && data != null) {
            throw new Rejected("cli.where", "give DIRECTORY or --data, not both");
        }
        return directory != null ? directory : data != null ? data : LocationOptions.folder(System.getenv());
    }

    private void print(AuditReport report) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("rows: " + report.rows());
        out.println("index entries: " + report.indexEntries());
        out.println("expiry entries: " + report.expiryEntries());
        out.println("changes: " + report.changes());
        report.problems().forEach(problem -> out.println("problem: " + problem));
        out.println(
                report.isClean()
                        ? "no problems"
                        : HumanText.count(report.problems().size(), "problem", "problems"));
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

    /** Opens an existing database; a check must not create one. */
    private static RocksDbEngine open(Path directory) {
        if (!new DatabaseLocation.Folder(directory, null).isDatabase()) {
            throw new Unreachable("there is no database in " + directory, null);
        }
        return RocksDbEngine.open(directory);
    }
}
