package dev.varve.cli;

import dev.varve.cli.client.ApiFailure;
import dev.varve.cli.client.Unreachable;
import dev.varve.cli.show.HumanText;
import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns exceptions into a one-line message and an exit code. */
final class Problems {

    /** The server, folder or table cannot be reached. */
    static final int UNREACHABLE = 3;

    /** The codes of errors where another process or database occupies the folder or port. */
    private static final Set<String> OUT_OF_REACH =
            Set.of("rocksdb.locked", "rocksdb.foreign", "serve.folder-in-use", "serve.port-in-use");

    private Problems() {}

    /** Returns the message of an error. It may quote names from outside, so control characters are removed. */
    static String text(Exception error) {
        return HumanText.clean(message(error));
    }

    private static String message(Exception error) {
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
        if (error instanceof AccessDeniedException) {
            return "no permission for " + error.getMessage();
        }
        return error instanceof IOException
                ? String.valueOf(error.getMessage())
                : "unexpected error: %s; --verbose prints the stack trace".formatted(error);
    }

    /** Returns the usage error, with suggestions and a pointer to the help. */
    static String text(ParameterException error) {
        StringWriter meant = new StringWriter();
        if (error instanceof UnmatchedArgumentException unmatched) {
            UnmatchedArgumentException.printSuggestions(unmatched, new PrintWriter(meant, true));
        }
        String text = Stream.of(unmatched(error), meant.toString())
                .map(part -> part.lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .collect(Collectors.joining(" ")))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(". "));
        return HumanText.clean(text)
                + (text.endsWith("?") ? " See %s --help" : "; see %s --help")
                        .formatted(error.getCommandLine().getCommandSpec().qualifiedName());
    }

    /** Rewords "unmatched argument" as "unknown command" where a command is expected. */
    private static String unmatched(ParameterException error) {
        boolean isCommand = error instanceof UnmatchedArgumentException unmatched
                && !unmatched.isUnknownOption()
                && !error.getCommandLine().getSubcommands().isEmpty();
        return String.valueOf(error.getMessage())
                .replaceFirst(
                        "^Unmatched argument at index [0-9]+:", isCommand ? "unknown command" : "unexpected argument");
    }

    static int exitCode(Exception error) {
        if (error instanceof Unreachable || error instanceof Unavailable) {
            return UNREACHABLE;
        }
        if (error instanceof ApiFailure refused) {
            return refused.status() == 503
                    ? UNREACHABLE
                    : refused.status() == 400 && isUsage(refused.code()) ? ExitCode.USAGE : ExitCode.SOFTWARE;
        }
        if (error instanceof VarveException known) {
            return OUT_OF_REACH.contains(known.code())
                    ? UNREACHABLE
                    : isUsage(known.code()) ? ExitCode.USAGE : ExitCode.SOFTWARE;
        }
        return ExitCode.SOFTWARE;
    }

    /** Returns whether a code stands for wrong options or wrong query parameters. */
    private static boolean isUsage(String code) {
        return code.startsWith("cli.") || code.startsWith("ask.");
    }
}
