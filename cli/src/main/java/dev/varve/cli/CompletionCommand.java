package dev.varve.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        description = {
            "Prints a script that lets bash and zsh complete commands and options.",
            "",
            "  eval \"$(varve completion)\"",
            ""
        },
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine()
                .getOut()
                .println(AutoComplete.bash("varve", spec.root().commandLine()));
        return 0;
    }
}
