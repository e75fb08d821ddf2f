package dev.varve.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands fail if the server that answers is not a Varve server, such as a proxy. */
class AnswersOfOthersTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path temporary;

    private HttpServer server;
    private int status = 200;
    private String body = "";

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        byte[] bytes = body.getBytes(UTF_8);
        if (status / 100 == 3) {
            exchange.getResponseHeaders().add("Location", "https://varve.example/");
        }
        // The next request takes another connection: it would fail if this server closed the old one meanwhile.
        exchange.getResponseHeaders().add("Connection", "close");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @ParameterizedTest
    @CsvSource({"301, moved", "302, {}", "200, <html>sign in</html>", "200, {}", "200, ''", "204, ''"})
    void unexpectedResponseIsAFailure(int answeredStatus, String answeredBody) throws Exception {
        status = answeredStatus;
        body = answeredBody;
        Path file = Files.writeString(
                temporary.resolve("r.csv"), "deviceId,at,t\na,2026-01-01T00:00:00Z,1\na,2026-01-01T00:01:00Z,2\n");

        assertThat(run("import", file.toString())).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).startsWith("varve: the ");
        assertThat(run("tokens", "create", "x", "--scope", "read")).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(run("tokens")).isEqualTo(1);
        assertThat(run("rollup", "verify")).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(run("rules")).isEqualTo(1);
        assertThat(run("devices")).isEqualTo(1);
        assertThat(run("export", "a")).isEqualTo(1);
        assertThat(run("doctor")).isEqualTo(1);
        assertThat(out.toString()).contains("✗ server answers");
    }

    @Test
    void redirectNamesItsTarget() {
        status = 301;
        assertThat(run("devices")).isEqualTo(1);
        assertThat(err.toString().strip())
                .isEqualTo(
                        "varve: the server answered with status 301 and redirects to https://varve.example/: is that its"
                                + " address? [http.301]");
    }

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        String[] all = java.util.Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--server";
        all[args.length + 1] = "http://127.0.0.1:" + server.getAddress().getPort();
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
    }
}
