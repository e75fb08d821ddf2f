package dev.varve.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

class SettingSourcesTest {

    @Command(name = "test")
    static final class Options {
        @Option(names = "--config")
        @Nullable
        Path config;

        @Option(names = "--port", defaultValue = "8080")
        int port;

        @Option(names = "--max-body", defaultValue = "32m", converter = ByteSize.class)
        long maxBody;

        @Option(names = "--insecure")
        boolean isInsecure;

        @Option(names = "--trusted-proxy", split = ",", defaultValue = "127.0.0.0/8,::1")
        List<String> proxies;
    }

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("varve.properties");
        Files.writeString(file, "port = 9001\nmax-body = 1m\ninsecure = true\n");
    }

    private static Options parse(Map<String, String> environment, String... args) {
        Options options = new Options();
        new CommandLine(options)
                .setDefaultValueProvider(new SettingSources(environment))
                .parseArgs(args);
        return options;
    }

    @Test
    void listsAreSeparatedByCommas() throws IOException {
        assertThat(parse(Map.of()).proxies).containsExactly("127.0.0.0/8", "::1");
        assertThat(parse(Map.of("VARVE_TRUSTED_PROXY", "10.0.0.1,10.0.0.2")).proxies)
                .containsExactly("10.0.0.1", "10.0.0.2");
        Files.writeString(file, "trusted-proxy = 10.0.0.0/8,fd00::/8\n");
        assertThat(parse(Map.of(), "--config", file.toString()).proxies).containsExactly("10.0.0.0/8", "fd00::/8");
        assertThat(parse(Map.of(), "--config", file.toString(), "--trusted-proxy", "10.0.0.7").proxies)
                .containsExactly("10.0.0.7");
    }

    @Test
    void withoutSettingsTheDefaultsApply() {
        Options options = parse(Map.of());
        assertThat(options.port).isEqualTo(8080);
        assertThat(options.maxBody).isEqualTo(32 * 1024 * 1024);
        assertThat(options.isInsecure).isFalse();
    }

    @Test
    void fileOverridesTheDefaults() {
        Options options = parse(Map.of(), "--config", file.toString());
        assertThat(options.port).isEqualTo(9001);
        assertThat(options.maxBody).isEqualTo(1024 * 1024);
        assertThat(options.isInsecure).isTrue();
    }

    @Test
    void commandLineOverridesEnvironmentAndEnvironmentOverridesFile() {
        Map<String, String> environment =
                Map.of("VARVE_PORT", "9002", "VARVE_MAX_BODY", "2m", "VARVE_CONFIG", file.toString());
        Options options = parse(environment, "--port", "9003");
        assertThat(options.port).isEqualTo(9003);
        assertThat(options.maxBody).isEqualTo(2 * 1024 * 1024);
        assertThat(options.isInsecure).isTrue();
        assertThat(parse(environment).port).isEqualTo(9002);
    }

    @Test
    void unknownKeyIsRefused() throws IOException {
        Files.writeString(file, "prot = 9001\n");
        assertThatThrownBy(() -> parse(Map.of(), "--config", file.toString()))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining(
                        "has the unknown option prot; the options are [insecure, max-body, port, trusted-proxy]");
    }

    @Test
    void missingFileIsRefused() {
        assertThatThrownBy(
                        () -> parse(Map.of(), "--config", folder.resolve("none").toString()))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("which --config names");
    }

    @Test
    void sizesHaveUnits() {
        ByteSize bytes = new ByteSize();
        assertThat(bytes.convert("500")).isEqualTo(500);
        assertThat(bytes.convert("512k")).isEqualTo(512 * 1024);
        assertThat(bytes.convert("32MB")).isEqualTo(32 * 1024 * 1024);
        assertThat(bytes.convert("3g")).isEqualTo(3L * 1024 * 1024 * 1024);
        assertThatThrownBy(() -> bytes.convert("3t")).hasMessage("\"3t\" is not a size; write 512k, 32m or 2g");
        assertThatThrownBy(() -> bytes.convert("-1")).hasMessageContaining("write 512k, 32m or 2g");
    }
}
