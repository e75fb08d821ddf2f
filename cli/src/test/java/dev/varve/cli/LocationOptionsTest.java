package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.cli.client.DatabaseLocation;
import dev.varve.error.Rejected;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class LocationOptionsTest {

    @Command
    static final class Any {
        @Mixin
        private LocationOptions where;
    }

    @Test
    void defaultIsTheFolderVarveData() {
        assertThat(place(Map.of())).isEqualTo(new DatabaseLocation.Folder(Path.of("varve-data"), null));
        assertThat(place(Map.of("VARVE_DATA", "/d"))).isEqualTo(new DatabaseLocation.Folder(Path.of("/d"), null));
    }

    @Test
    void optionsOverrideTheEnvironment() {
        Map<String, String> environment = Map.of("VARVE_SERVER", "http://a:1", "VARVE_TOKEN", "t");

        assertThat(place(environment)).isEqualTo(new DatabaseLocation.Server(URI.create("http://a:1"), "t"));
        assertThat(place(environment, "--server", "b:2", "--token", "u"))
                .isEqualTo(new DatabaseLocation.Server(URI.create("http://b:2"), "u"));
        assertThat(place(environment, "--data", "x")).isEqualTo(new DatabaseLocation.Folder(Path.of("x"), "t"));
        assertThat(place(environment, "--table", "x", "--region", "eu-central-1"))
                .isEqualTo(new DatabaseLocation.DynamoDb("x", "eu-central-1", null));
    }

    @Test
    void toStringHidesTheToken() {
        assertThat(place(Map.of(), "--server", "b:2", "--token", "secret").toString())
                .doesNotContain("secret");
        assertThat(place(Map.of(), "--token", "secret").toString()).doesNotContain("secret");
    }

    @Test
    void tokenCanComeFromAFile(@TempDir Path temporary) throws IOException {
        String file = Files.writeString(temporary.resolve("token"), "secret\n").toString();
        DatabaseLocation expected = new DatabaseLocation.Server(URI.create("http://b:2"), "secret");

        assertThat(place(Map.of("VARVE_TOKEN", "t"), "--server", "b:2", "--token-file", file))
                .isEqualTo(expected);
        assertThat(place(Map.of("VARVE_TOKEN_FILE", file), "--server", "b:2")).isEqualTo(expected);
        assertRefused("cli.token", "--token", "a", "--token-file", file);
        assertRefused(
                "cli.token-file", "--token-file", temporary.resolve("absent").toString());
        assertRefused(
                "cli.token-file",
                "--token-file",
                Files.writeString(temporary.resolve("two"), "a b\n").toString());
    }

    @Test
    void tokenCanComeFromStandardInput() {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream("secret\n".getBytes(StandardCharsets.UTF_8)));
        try {
            assertThat(place(Map.of(), "--server", "b:2", "--token-file", "-"))
                    .isEqualTo(new DatabaseLocation.Server(URI.create("http://b:2"), "secret"));
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void contradictoryLocationsAreRefused() {
        assertRefused("cli.where", "--server", "b:2", "--data", "x");
        assertRefused("cli.where", "--data", "x", "--region", "r");
        assertRefused("cli.url", "--server", "ftp://x");
        assertRefused("cli.url", "--server", "a b");
        assertRefused("cli.url", "--server", "http://127.0.0.1:99999");
    }

    private static void assertRefused(String code, String... options) {
        assertThatThrownBy(() -> place(Map.of(), options))
                .isInstanceOfSatisfying(
                        Rejected.class, refused -> assertThat(refused.code()).isEqualTo(code));
    }

    private static DatabaseLocation place(Map<String, String> environment, String... options) {
        Any any = new Any();
        new CommandLine(any).parseArgs(options);
        return any.where.place(environment);
    }
}
