package dev.varve.cli.serve;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The file for {@code serve --config} with every option as a comment. */
public final class ConfigFile {

    private static final int WIDTH = 100;

    private ConfigFile() {}

    /** Returns the text of the file. */
    public static String text() {
        StringBuilder text = new StringBuilder("""
                # Options of varve serve --config FILE. A line without the first # sets an option. Options on the command
                # line and in the environment (VARVE_TLS_CERT for tls-cert) override the ones here.
                """);
        for (OptionSpec option :
                new CommandLine(new ServeCommand()).getCommandSpec().options()) {
            String name = option.longestName().substring(2);
            if (!SettingSources.NEITHER.contains(name)) {
                text.append('\n');
                wrapped(String.join(" ", option.description()))
                        .forEach(line -> text.append("# ").append(line).append('\n'));
                text.append('#')
                        .append(name)
                        .append(" = ")
                        .append(value(option))
                        .append('\n');
            }
        }
        return text.toString();
    }

    /** Returns the default, or what an option without one takes. */
    private static String value(OptionSpec option) {
        @Nullable String standard = option.defaultValue();
        return standard != null
                ? standard
                : option.typeInfo().isBoolean() ? "false" : option.paramLabel().strip();
    }

    private static List<String> wrapped(String description) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : description.split(" ")) {
            if (line.length() + word.length() >= WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
