package dev.varve.cli;

import dev.varve.cli.serve.ConfigFile;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "config",
        description = {
            "Prints a file for serve --config with every option as a comment.",
            "",
            "  varve config > varve.properties",
            ""
        },
        mixinStandardHelpOptions = true)
final class ConfigCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(ConfigFile.text());
        return 0;
    }
}
