package dev.varve.cli.serve;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Values of options that are not on the command line: from the environment, or else from the file of {@code --config}.
 * {@code --tls-cert} is {@code VARVE_TLS_CERT} in the environment and {@code tls-cert} in the file.
 */
public final class SettingSources implements IDefaultValueProvider {

    private static final String CONFIG = "--config";
    /** Options that the command line only has. */
    static final Set<String> NEITHER = Set.of("help", "version", "verbose", "config");

    /** The options that select a table, not a folder. */
    private static final Set<String> OF_TABLES = Set.of("table", "region", "endpoint");

    private final Map<String, String> environment;
    private @Nullable Path readFrom;
    private Properties file = new Properties();

    public SettingSources() {
        this(System.getenv());
    }

    SettingSources(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec arg) throws IOException {
        if (!(arg instanceof OptionSpec option)) {
            return null;
        }
        String name = name(option);
        String value = environment.get("VARVE_" + name.toUpperCase(Locale.ROOT).replace('-', '_'));
        if (value != null && !value.isEmpty()) {
            return value;
        }
        return NEITHER.contains(name) || isSaidOtherwise(name)
                ? null
                : file(arg.command()).getProperty(name);
    }

    /** Returns whether the environment selects the other kind of database than this option of the file. */
    private boolean isSaidOtherwise(String name) {
        return name.equals("data") ? isSaid("VARVE_TABLE") : OF_TABLES.contains(name) && isSaid("VARVE_DATA");
    }

    private boolean isSaid(String variable) {
        return !environment.getOrDefault(variable, "").isEmpty();
    }

    private static String name(OptionSpec option) {
        return option.longestName().substring(2);
    }

    private Properties file(CommandSpec command) throws IOException {
        Path config = config(command);
        if (config != null && !config.equals(readFrom)) {
            file = read(config, command);
            readFrom = config;
        }
        return file;
    }

    private @Nullable Path config(CommandSpec command) {
        OptionSpec option = command.findOption(CONFIG);
        Path given = option == null ? null : option.getValue();
        String variable = environment.get("VARVE_CONFIG");
        return given != null ? given : variable == null || variable.isEmpty() ? null : Path.of(variable);
    }

    private static Properties read(Path config, CommandSpec command) throws IOException {
        if (!Files.isRegularFile(config)) {
            throw wrong(command, "there is no file %s, which --config names".formatted(config));
        }
        Properties read = new Properties();
        try (Reader reader = Files.newBufferedReader(config)) {
            read.load(reader);
        } catch (IllegalArgumentException e) {
            throw wrong(command, "%s is not a properties file: %s".formatted(config, e.getMessage()));
        }
        Set<String> known = command.options().stream()
                .map(SettingSources::name)
                .filter(name -> !NEITHER.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
        for (String key : read.stringPropertyNames()) {
            if (!known.contains(key)) {
                throw wrong(command, "%s has the unknown option %s; the options are %s".formatted(config, key, known));
            }
        }
        return read;
    }

    private static ParameterException wrong(CommandSpec command, String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
