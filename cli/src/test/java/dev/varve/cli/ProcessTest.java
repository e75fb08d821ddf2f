package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command in a separate process. */
class ProcessTest {

    @TempDir
    private Path temporary;

    @Test
    void shortCommandDoesNotLoadUnusedLibraries() throws Exception {
        String data = temporary.resolve("data").toString();
        Path classes = temporary.resolve("classes.txt");
        assertThat(start(List.of(), "tokens", "create", "a", "--scope", "admin", "--data", data)
                        .waitFor())
                .isZero();
        assertThat(start(List.of("-Xlog:class+load:file=" + classes), "devices", "--data", data)
                        .waitFor())
                .isZero();

        // The parser of user agents, the description of the API, the countries, and the HTTP client, which loads all
        // certificates of the machine.
        assertThat(Files.readString(classes))
                .contains("dev.varve.server.Service ")
                .doesNotContain(
                        "ua_parser.Parser ",
                        "org.yaml.snakeyaml.Yaml ",
                        "com.maxmind.db.Reader ",
                        "java.net.http.HttpClient ");
    }

    @Test
    void terminatedServerExitsWithoutAnError() throws Exception {
        Path data = temporary.resolve("data");
        Process server = start(List.of(), "serve", "--data", data.toString(), "--port", "0");
        try {
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
            String line = out.readLine();
            while (line != null && !line.startsWith("stop ")) {
                line = out.readLine();
            }
            assertThat(line).isNotNull();
            assertThat(data.resolve("server.json")).exists();

            server.destroy();

            assertThat(server.waitFor()).isZero();
            assertThat(data.resolve("server.json")).doesNotExist();
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void importReadsSeveralCompressedFilesFromAPipe() throws Exception {
        Path data = temporary.resolve("data");
        Process store = start(List.of(), "import", "/dev/stdin", "--now", "--data", data.toString());
        try (OutputStream in = store.getOutputStream()) {
            for (String device : List.of("a", "b")) {
                GZIPOutputStream gzip = new GZIPOutputStream(in);
                gzip.write("readings,device=%s v=1\n".formatted(device).getBytes(StandardCharsets.UTF_8));
                gzip.finish();
                in.flush();
            }
        }
        String out = new String(store.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(store.waitFor()).as(out).isZero();
        assertThat(out).startsWith("2 stored, 0 already there, 0 refused;");
    }

    private static Process start(List<String> options, String... args) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(options);
        command.addAll(
                List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), "dev.varve.cli.Main"));
        command.addAll(List.of(args));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
