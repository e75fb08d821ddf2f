package dev.varve.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code varve} command: parses the arguments and hands over to a subcommand. */
@Command(
        name = "varve",
        description = "A time-series database inside a DynamoDB table.",
        subcommands = VersionCommand.class,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
public final class Main {

    Main() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main());
    }
}
