package dev.varve.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The text and the exit code of {@code rollup verify} and {@code rollup rebuild} for each kind of report. */
class RollupReportTest {

    private static final String WRONG_ROW =
            "{\"identity\":\"{deviceId=a}\",\"tier\":\"hour\",\"start\":\"2026-04-20T14:00:00Z\",\"problem\":\"differs\"}";

    private final StringWriter out = new StringWriter();
    private HttpServer server;
    private String report = "";

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] bytes = report.getBytes(UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void rowsThatAgreeAreCorrect() {
        report = "{\"checked\":1,\"wrong\":[],\"wrongRows\":0,\"pendingRows\":0}";
        assertThat(run("verify")).isZero();
        assertThat(out.toString()).isEqualTo("✓ 1 row compared, all correct\n");
    }

    @Test
    void pendingRowsAreNotWrong() {
        report = "{\"checked\":12,\"wrong\":[],\"wrongRows\":0,\"pendingRows\":3}";
        assertThat(run("verify")).isZero();
        assertThat(out.toString())
                .isEqualTo(
                        "… 12 rows compared, 3 pending: aggregation is still running; run the command again later\n");
    }

    @Test
    void wrongRowsAreListedAndCounted() {
        report = "{\"checked\":12,\"wrong\":[%s],\"wrongRows\":1,\"pendingRows\":0}".formatted(WRONG_ROW);
        assertThat(run("verify")).isEqualTo(1);
        assertThat(out.toString())
                .contains("{deviceId=a}", "hour", "2026-04-20T14:00:00Z", "differs")
                .endsWith("✗ 12 rows compared, 1 wrong: varve rollup rebuild repairs them\n");
    }

    @Test
    void wrongRowsAreToldThoughOthersArePending() {
        report = "{\"checked\":12,\"wrong\":[%s],\"wrongRows\":1,\"pendingRows\":3}".formatted(WRONG_ROW);
        assertThat(run("verify")).isEqualTo(1);
        assertThat(out.toString())
                .endsWith("✗ 12 rows compared, 3 pending, 1 wrong: varve rollup rebuild repairs them\n");
    }

    @Test
    void rowsThatCannotBeComputedAreNotRepaired() {
        report = "{\"checked\":12,\"wrongRows\":0,\"pendingRows\":0,\"failedRows\":2,\"problems\":[%s]}"
                .formatted(WRONG_ROW);
        assertThat(run("verify")).isEqualTo(1);
        assertThat(out.toString()).endsWith("✗ 12 rows compared, 2 cannot be computed\n");
    }

    @Test
    void rebuildCountsRepairedRows() {
        report = "{\"checked\":1,\"wrong\":[],\"mended\":1}";
        assertThat(run("rebuild")).isZero();
        assertThat(out.toString()).isEqualTo("1 row compared, 1 repaired\n");
    }

    private int run(String verb) {
        out.getBuffer().setLength(0);
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .execute(
                        "rollup",
                        verb,
                        "--server",
                        "http://127.0.0.1:" + server.getAddress().getPort());
    }
}
