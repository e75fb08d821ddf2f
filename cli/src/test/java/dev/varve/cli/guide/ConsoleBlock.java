package dev.varve.cli.guide;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A block of commands in a guide: lines that begin with {@code $} are commands, the lines below them their output. */
record ConsoleBlock(int line, List<Command> commands) {

    /** A command with the output that the guide shows; without any, the output is not compared. */
    record Command(String text, List<String> output) {

        /** Returns whether the shown output contains an error, which ends with its code in brackets. */
        boolean isRefused() {
            return output.stream().anyMatch(line -> ERROR.matcher(line).find());
        }
    }

    private static final Pattern ERROR = Pattern.compile(" \\[[a-z]+(\\.[a-z-]+)+]$");
    private static final Pattern FENCED =
            Pattern.compile("^```([^\n]*)\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern COMMAND = Pattern.compile("^(\\$ |(\\./)?varve |curl |mvn )", Pattern.MULTILINE);
    private static final String PROMPT = "$ ";

    /** Returns the blocks of a page that are run, in their order; refuses commands in a block that is not marked. */
    static List<ConsoleBlock> of(Path page) throws IOException {
        String text = Files.readString(page);
        List<ConsoleBlock> blocks = new ArrayList<>();
        for (MatchResult fenced : FENCED.matcher(text).results().toList()) {
            int line = (int) text.substring(0, fenced.start()).lines().count() + 1;
            String language = fenced.group(1);
            if (language.equals("console")) {
                blocks.add(new ConsoleBlock(line, commands(fenced.group(2))));
            } else if (language.isEmpty() && COMMAND.matcher(fenced.group(2)).find()) {
                throw new AssertionError("%s:%s: begin a block of commands with ```console, or with ```console not-run"
                        .formatted(page, line));
            }
        }
        return blocks;
    }

    private static List<Command> commands(String block) {
        List<Command> commands = new ArrayList<>();
        for (String line : block.split("\n")) {
            Command last = commands.isEmpty() ? null : commands.get(commands.size() - 1);
            if (line.startsWith(PROMPT)) {
                commands.add(new Command(line.substring(PROMPT.length()), new ArrayList<>()));
            } else if (last == null) {
                throw new AssertionError("a block of commands begins with \"$ \", not with: " + line);
            } else if (isOpen(last.text())) {
                commands.set(commands.size() - 1, new Command(last.text() + "\n" + line, last.output()));
            } else {
                last.output().add(line);
            }
        }
        return commands;
    }

    /** Returns whether a quoted text of a command continues in the next line. */
    private static boolean isOpen(String command) {
        return command.chars().filter(c -> c == '\'').count() % 2 == 1;
    }
}
