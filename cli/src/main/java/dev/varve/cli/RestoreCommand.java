package dev.varve.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.varve.cli.backup.Restore;
import dev.varve.cli.show.HumanText;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "restore",
        description = {
            "Copies a backup to the folder of a database, and checks it. The folder must not exist or be empty.",
            "",
            "  varve restore /backup/varve-20260420T140000Z --data /var/lib/varve/data",
            ""
        },
        mixinStandardHelpOptions = true)
final class RestoreCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "BACKUP", description = "the folder of the backup")
    private Path backup;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "the folder of the database; ./varve-data by default (env VARVE_DATA)")
    private @Nullable Path data;

    @Option(names = "--json", description = "print it as JSON")
    private boolean json;

    @Override
    public Integer call() {
        Path folder = data == null ? LocationOptions.folder(System.getenv()) : data;
        long rows = new Restore(backup, folder).run();
        spec.commandLine()
                .getOut()
                .println(
                        json
                                ? new JsonMapper()
                                        .createObjectNode()
                                        .put("folder", folder.toString())
                                        .put("rows", rows)
                                        .toPrettyString()
                                : "restored to %s: %s, all agree"
                                        .formatted(folder, HumanText.count(rows, "row", "rows")));
        return 0;
    }
}
