package dev.varve.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "version",
        description = "Prints the version.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class VersionCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "print it as JSON")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        String text = Version.text();
        spec.commandLine()
                .getOut()
                .println(
                        json
                                ? new JsonMapper()
                                        .createObjectNode()
                                        .put("version", text.substring(text.indexOf(' ') + 1))
                                        .toPrettyString()
                                : text);
        return 0;
    }
}
