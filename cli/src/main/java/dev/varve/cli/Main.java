package dev.varve.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.cli.client.ApiFailure;
import dev.varve.cli.client.Unreachable;
import dev.varve.cli.demo.DemoCommand;
import dev.varve.cli.serve.ServeCommand;
import dev.varve.core.Retry;
import dev.varve.core.Unavailable;
import dev.varve.core.VarveException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The {@code varve} command: parses the arguments and hands over to a subcommand. */
@Command(
        name = "varve",
        description = "A time-series database inside a DynamoDB table.",
        subcommands = {
            DemoCommand.class,
            ServeCommand.class,
            QueryCommand.class,
            ImportCommand.class,
            ExportCommand.class,
            DevicesCommand.class,
            AlertsCommand.class,
            RulesCommand.class,
            SitesCommand.class,
            TokensCommand.class,
            RollupCommand.class,
            DoctorCommand.class,
            DbCommand.class,
            KeysCommand.class,
            CompletionCommand.class,
            VersionCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
public final class Main {

    /** Neither a server nor a table can be reached. */
    static final int UNREACHABLE = 3;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "say where an error comes from")
    private boolean verbose;

    Main() {}

    public static void main(String[] args) {
        // What is drawn is not in every charset a machine may be set to.
        System.exit(commandLine()
                .setOut(new PrintWriter(System.out, true, UTF_8))
                .setErr(new PrintWriter(System.err, true, UTF_8))
                .execute(args));
    }

    static CommandLine commandLine() {
        Main main = new Main();
        return new CommandLine(main)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((error, command, parsed) -> {
                    command.getErr().println("varve: " + text(error));
                    if (main.verbose) {
                        error.printStackTrace(command.getErr());
                    }
                    return exitCode(error);
                });
    }

    private static String text(Exception error) {
        if (error instanceof VarveException known) {
            return known.getMessage() + " [" + known.code() + "]";
        }
        if (error instanceof ApiFailure refused) {
            return refused.getMessage() + " [" + refused.code() + "]";
        }
        if (error instanceof Unreachable) {
            return String.valueOf(error.getMessage());
        }
        if (error instanceof NoSuchFileException) {
            return "there is no file " + error.getMessage();
        }
        return error instanceof IOException
                ? String.valueOf(error.getMessage())
                : "this should not happen: %s; --verbose says where".formatted(error);
    }

    private static int exitCode(Exception error) {
        if (error instanceof Unreachable || error instanceof Unavailable) {
            return UNREACHABLE;
        }
        if (error instanceof ApiFailure refused) {
            // A parameter that makes no sense is one of the command's.
            return refused.status() == 503
                    ? UNREACHABLE
                    : refused.code().startsWith("ask.") && refused.status() == 400 ? ExitCode.USAGE : ExitCode.SOFTWARE;
        }
        return error instanceof VarveException known && known.retry() == Retry.NEVER
                ? ExitCode.USAGE
                : ExitCode.SOFTWARE;
    }
}
