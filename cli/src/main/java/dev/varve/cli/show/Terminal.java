package dev.varve.cli.show;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The terminal of this process.
 *
 * @param paint colours standard output
 * @param errors colours standard error
 * @param showsProgress whether standard error is a terminal
 * @param width in characters
 */
public record Terminal(Paint paint, Paint errors, boolean showsProgress, int width) {

    /** The width if it is unknown; wide enough for a table. */
    private static final int DEFAULT_WIDTH = 100;

    /** Returns the terminal of this process. {@code NO_COLOR} turns colours off. */
    public static Terminal here(Map<String, String> environment) {
        return of(environment, isTerminal(1), isTerminal(2));
    }

    static Terminal of(Map<String, String> environment, boolean isOut, boolean isErr) {
        boolean noColour = !environment.getOrDefault("NO_COLOR", "").isEmpty()
                || environment.getOrDefault("TERM", "").equals("dumb");
        return new Terminal(
                isOut && !noColour ? Paint.COLOURED : Paint.PLAIN,
                isErr && !noColour ? Paint.COLOURED : Paint.PLAIN,
                isErr,
                width(environment, isOut || isErr));
    }

    /** Java reports only whether input and output both are a terminal; on Linux, {@code /proc} has it for each. */
    private static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return isTerminalByTest(descriptor);
        }
    }

    /** Runs {@code test}, which every Unix has. */
    private static boolean isTerminalByTest(int descriptor) {
        try {
            return new ProcessBuilder("test", "-t", String.valueOf(descriptor))
                            .inheritIO()
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static int width(Map<String, String> environment, boolean isTerminal) {
        String columns = environment.getOrDefault("COLUMNS", "");
        if (columns.matches("[1-9][0-9]{1,3}")) {
            return Integer.parseInt(columns);
        }
        return isTerminal ? currentWidth() : DEFAULT_WIDTH;
    }

    /** Returns the current width of the terminal, which may have been resized. */
    private static int currentWidth() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            return size.matches("[0-9]+ [1-9][0-9]{1,3}")
                    ? Integer.parseInt(size.substring(size.indexOf(' ') + 1))
                    : DEFAULT_WIDTH;
        } catch (IOException e) {
            return DEFAULT_WIDTH;
        }
    }
}
