package dev.varve.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class ConfigFileTest {

    private static List<OptionSpec> options() {
        return new CommandLine(new ServeCommand()).getCommandSpec().options();
    }

    private static Properties uncommented() throws Exception {
        Properties read = new Properties();
        read.load(new StringReader(ConfigFile.text().replaceAll("(?m)^#(?! )", "")));
        return read;
    }

    @Test
    void everyOptionIsThereAsAComment() throws Exception {
        Set<String> names = options().stream()
                .map(option -> option.longestName().substring(2))
                .filter(name -> !SettingSources.NEITHER.contains(name))
                .collect(Collectors.toSet());
        assertThat(uncommented().stringPropertyNames()).isEqualTo(names).contains("data", "backup-to", "tls-cert");
        assertThat(ConfigFile.text().lines())
                .allMatch(line -> line.isEmpty() || line.startsWith("#"))
                .allMatch(line -> line.length() <= 122)
                .contains("# port, or 0 for any free port (8080)", "#port = 8080", "#insecure = false");
    }

    @Test
    void defaultsAreWhatTheFileShows(@TempDir Path folder) throws Exception {
        Properties shown = uncommented();
        StringBuilder text = new StringBuilder();
        for (OptionSpec option : options()) {
            if (option.defaultValue() != null) {
                String name = option.longestName().substring(2);
                text.append(name).append(" = ").append(shown.getProperty(name)).append('\n');
            }
        }
        Path file = Files.writeString(folder.resolve("varve.properties"), text);
        CommandLine read = new CommandLine(new ServeCommand()).setDefaultValueProvider(new SettingSources(Map.of()));
        read.parseArgs("--config", file.toString());
        CommandLine plain = new CommandLine(new ServeCommand()).setDefaultValueProvider(new SettingSources(Map.of()));
        plain.parseArgs();
        for (OptionSpec option : plain.getCommandSpec().options()) {
            if (!option.longestName().equals("--config")) {
                Object expected = option.getValue();
                Object value =
                        read.getCommandSpec().findOption(option.longestName()).getValue();
                assertThat(value).as(option.longestName()).isEqualTo(expected);
            }
        }
    }
}
