package dev.varve.cli;

import dev.varve.core.Retry;
import dev.varve.core.VarveException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** The {@code varve} command: parses the arguments and hands over to a subcommand. */
@Command(
        name = "varve",
        description = "A time-series database inside a DynamoDB table.",
        subcommands = {KeysCommand.class, DbCommand.class, VersionCommand.class},
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
public final class Main {

    Main() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((error, command, parsed) -> {
                    if (!(error instanceof VarveException known)) {
                        throw error;
                    }
                    command.getErr().println("varve: " + known.getMessage() + " [" + known.code() + "]");
                    return known.retry() == Retry.NEVER ? ExitCode.USAGE : ExitCode.SOFTWARE;
                });
    }
}
