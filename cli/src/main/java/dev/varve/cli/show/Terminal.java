package dev.varve.cli.show;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What this process writes to.
 *
 * @param paint for what goes to its output
 * @param errors for what goes to its errors
 * @param showsProgress whether its errors go to somebody who watches
 * @param width in characters
 */
public record Terminal(Paint paint, Paint errors, boolean showsProgress, int width) {

    /** Wide enough for a table where nobody says how wide it may be. */
    private static final int DEFAULT_WIDTH = 100;

    /** Returns that of this process. Colours can be turned off by {@code NO_COLOR}, as programs have agreed to. */
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

    /** Java tells only whether input and output both are one; Linux tells where each leads. */
    private static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return isSaidToBeTerminal(descriptor);
        }
    }

    /** Asks the tool that every Unix has. */
    private static boolean isSaidToBeTerminal(int descriptor) {
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
        return isTerminal ? asked() : DEFAULT_WIDTH;
    }

    /** Asks the terminal itself, which may have been made wider. */
    private static int asked() {
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
