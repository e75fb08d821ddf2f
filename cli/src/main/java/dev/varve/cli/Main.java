package dev.varve.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.cli.demo.DemoCommand;
import dev.varve.cli.serve.ServeCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** The {@code varve} command: parses the arguments and hands over to a subcommand. */
@Command(
        name = "varve",
        description = "A time-series database inside a DynamoDB table.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
public final class Main {

    private static final List<Class<?>> SUBCOMMANDS = List.of(
            DemoCommand.class,
            ServeCommand.class,
            QueryCommand.class,
            ImportCommand.class,
            ExportCommand.class,
            DevicesCommand.class,
            AlertsCommand.class,
            RulesCommand.class,
            ChannelsCommand.class,
            SitesCommand.class,
            TokensCommand.class,
            RollupCommand.class,
            PackCommand.class,
            BackupCommand.class,
            RestoreCommand.class,
            DoctorCommand.class,
            DbCommand.class,
            KeysCommand.class,
            ConfigCommand.class,
            CompletionCommand.class,
            VersionCommand.class);

    private static final String TIME = "a time; write 2026-04-20T14:00:00Z";
    private static final String ZONE = "a time zone; write UTC or Europe/Berlin";

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "print the stack trace of an error")
    private boolean verbose;

    Main() {}

    public static void main(String[] args) {
        System.exit(run(new FileOutputStream(FileDescriptor.out), new PrintWriter(System.err, true, UTF_8), args));
    }

    /** Runs a command. A command whose output could not be written has failed. */
    static int run(OutputStream out, PrintWriter err, String... args) {
        Output output = new Output(out);
        // The charset of the machine may lack the characters of charts and tables.
        PrintWriter printer = new PrintWriter(output, true, UTF_8);
        int code = commandLine(args).setOut(printer).setErr(err).execute(args);
        printer.flush();
        IOException failure = output.failure();
        if (failure == null) {
            return code;
        }
        if (!Output.isClosedPipe(failure)) {
            err.println("varve: the output cannot be written: " + failure.getMessage());
        }
        return code == ExitCode.OK ? ExitCode.SOFTWARE : code;
    }

    static CommandLine commandLine(String... given) {
        Main main = new Main();
        CommandLine line = new CommandLine(main);
        needed(given).forEach(line::addSubcommand);
        return line.setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(Instant.class, text -> converted(text, Instant::parse, TIME))
                .registerConverter(ZoneId.class, text -> converted(text, ZoneId::of, ZONE))
                .setParameterExceptionHandler((error, args) -> {
                    error.getCommandLine().getErr().println("varve: " + Problems.text(error));
                    return ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((error, command, parsed) -> {
                    if (error instanceof Output.Lost) {
                        return ExitCode.SOFTWARE;
                    }
                    command.getErr().println("varve: " + Problems.text(error));
                    if (main.verbose) {
                        error.printStackTrace(command.getErr());
                    }
                    return Problems.exitCode(error);
                });
    }

    /** Converts a value. The messages of picocli would name Java classes. */
    private static <T> T converted(String text, Function<String, T> read, String expected) {
        try {
            return read.apply(text);
        } catch (DateTimeException e) {
            throw new TypeConversionException("\"%s\" is not %s".formatted(text, expected));
        }
    }

    /** Returns only the subcommand that is called, or all. Building all of them takes a tenth of a second. */
    private static List<Class<?>> needed(String... args) {
        String first = args.length == 0 ? "" : args[0];
        List<Class<?>> called = SUBCOMMANDS.stream()
                .filter(type -> type.getAnnotation(Command.class).name().equals(first))
                .filter(type -> type != CompletionCommand.class)
                .toList();
        return called.isEmpty() ? SUBCOMMANDS : called;
    }
}
