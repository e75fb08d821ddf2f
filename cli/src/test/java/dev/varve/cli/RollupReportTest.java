package dev.varve.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.varve.server.api.fleet.RollupCheck;
import dev.varve.server.http.answer.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The text and the exit code of {@code rollup verify} and {@code rollup rebuild} for each kind of report. */
class RollupReportTest {

    private static final RollupCheck.RowProblem ROW = new RollupCheck.RowProblem(
            "readings", "{deviceId=a}", "hour", Instant.parse("2026-04-20T14:00:00Z"), "differs");

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

    /** Returns a report about this number of rows: wrong, pending, rebuilt and failed ones among them. */
    private static String report(int checked, int wrong, int pending, int rebuilt, int failed) {
        return Json.text(new RollupCheck(
                checked,
                0,
                wrong,
                pending,
                Collections.nCopies(wrong, ROW),
                List.of(),
                rebuilt,
                0,
                failed,
                Collections.nCopies(failed, ROW)));
    }

    @Test
    void verifyPrintsThatAllRowsAreCorrect() {
        report = report(1, 0, 0, 0, 0);
        assertThat(run("verify")).isZero();
        assertThat(out.toString()).isEqualTo("✓ 1 row compared, all correct\n");
    }

    @Test
    void pendingRowsAreNotWrong() {
        report = report(12, 0, 3, 0, 0);
        assertThat(run("verify")).isZero();
        assertThat(out.toString())
                .isEqualTo(
                        "… 12 rows compared, 3 pending: rows are still being refreshed; run the command again later\n");
    }

    @Test
    void wrongRowsAreListedAndCounted() {
        report = report(12, 1, 0, 0, 0);
        assertThat(run("verify")).isEqualTo(1);
        assertThat(out.toString())
                .contains("{deviceId=a}", "hour", "2026-04-20T14:00:00Z", "differs")
                .endsWith("✗ 12 rows compared, 1 wrong: varve rollup rebuild computes them again\n");
    }

    @Test
    void wrongAndPendingRowsAreBothCounted() {
        report = report(12, 1, 3, 0, 0);
        assertThat(run("verify")).isEqualTo(1);
        assertThat(out.toString())
                .endsWith("✗ 12 rows compared, 3 pending, 1 wrong: varve rollup rebuild computes them again\n");
    }

    @Test
    void rowsThatCannotBeComputedAreNotRebuilt() {
        report = report(12, 0, 0, 0, 2);
        assertThat(run("verify")).isEqualTo(1);
        assertThat(out.toString()).endsWith("✗ 12 rows compared, 2 cannot be computed\n");
    }

    @Test
    void rebuildCountsRebuiltRows() {
        report = report(1, 0, 0, 1, 0);
        assertThat(run("rebuild")).isZero();
        assertThat(out.toString()).isEqualTo("1 row compared, 1 rebuilt\n");
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
