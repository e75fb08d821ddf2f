package dev.varve.cli.transfer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ApiFailure;
import dev.varve.error.Rejected;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an import sends, and how it handles the responses of a server that the test controls. */
class ImporterTest {

    private record Response(int status, String body) {}

    private static final Response ALL_GOOD =
            new Response(200, "{\"accepted\":1,\"duplicates\":0,\"failed\":0,\"errors\":[]}");

    private final List<String> bodies = Collections.synchronizedList(new ArrayList<>());
    private final List<String> queries = Collections.synchronizedList(new ArrayList<>());
    private final List<Long> pauses = Collections.synchronizedList(new ArrayList<>());
    private final Set<String> stored = Collections.synchronizedSet(new HashSet<>());
    private Function<String, Response> answer = this::store;
    private HttpServer server;

    @TempDir
    private Path temporary;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v1/readings", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        bodies.add(body);
        queries.add(String.valueOf(exchange.getRequestURI().getQuery()));
        Response response = answer.apply(body);
        exchange.getResponseHeaders().add("Retry-After", "7");
        // A kept connection may break before the next request, which would be one more pause.
        exchange.getResponseHeaders().add("Connection", "close");
        byte[] bytes = response.body().getBytes(UTF_8);
        exchange.sendResponseHeaders(response.status(), bytes.length);
        // Closing the body ends the response. Closing the exchange could reset the connection before it is read.
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    /** Stores each record once, as a server does. */
    private Response store(String body) {
        int accepted = 0;
        int duplicates = 0;
        for (String record : body.lines().toList()) {
            if (!record.startsWith("deviceId") && stored.add(record)) {
                accepted++;
            } else if (!record.startsWith("deviceId")) {
                duplicates++;
            }
        }
        return new Response(
                200, "{\"accepted\":%s,\"duplicates\":%s,\"failed\":0,\"errors\":[]}".formatted(accepted, duplicates));
    }

    @Test
    void everyBatchBeginsWithTheHeader() throws IOException {
        Path file = file("r.csv", "deviceId,at,t\na,1,1\nb,1,2\nc,1,3\n");

        ImportReport report = run(file, 2);

        assertThat(report.accepted()).isEqualTo(3);
        assertThat(bodies).containsExactlyInAnyOrder("deviceId,at,t\na,1,1\nb,1,2\n", "deviceId,at,t\nc,1,3\n");
    }

    @Test
    void refusedLineHasItsNumberInTheFile() throws IOException {
        answer = body -> body.contains("x,1,bad")
                ? new Response(
                        400,
                        "{\"accepted\":0,\"duplicates\":0,\"failed\":1,\"errors\":[{\"line\":3,\"code\":\"c\",\"message\":\"m\"}]}")
                : ALL_GOOD;
        Path file = file("r.csv", "deviceId,at,t\na,1,1\nb,1,2\nc,1,3\nx,1,bad\n");

        ImportReport report = run(file, 2);

        assertThat(report.refused()).isEqualTo(1);
        assertThat(report.shown()).containsExactly(new Refused(5, "c", "m"));
    }

    @Test
    void backfillAsksForItAndCountsWhatIsFinal() throws IOException {
        answer = body -> new Response(
                200,
                "{\"accepted\":1,\"duplicates\":0,\"failed\":2,\"errors\":[{\"line\":3,\"code\":\"backfill.summarized\",\"message\":\"m\"}],\"summarized\":2}");
        Path file = file("r.csv", "deviceId,at,t\na,1,1\nb,1,2\nc,1,3\n");
        Importer.Options options =
                new Importer.Options(Format.CSV, "ns", 10, Importer.Untimed.REFUSED, Columns.DEFAULT, Importer.Age.ANY);

        ImportReport report = run(file, options);

        assertThat(queries).containsExactly("backfill=true");
        assertThat(report.summarized()).isEqualTo(2);
        assertThat(report.refused()).isEqualTo(2);
    }

    @Test
    void busyServerIsRetriedAfterItsRetryAfter() throws IOException {
        answer = body -> bodies.size() <= 2 ? new Response(bodies.size() == 1 ? 429 : 503, "{}") : ALL_GOOD;

        assertThat(run(file("r.ndjson", "{\"at\":1}\n"), 10).accepted()).isEqualTo(1);
        assertThat(pauses).containsExactly(7L, 7L);
    }

    @Test
    void failedImportResumesWhereItStopped() throws IOException {
        Path file = file("r.csv", "deviceId,at,t\na,1,1\nb,1,2\nc,1,3\nd,1,4\n");
        answer = body ->
                body.contains("c,1,3") ? new Response(500, "{\"code\":\"x\",\"message\":\"broken\"}") : store(body);

        assertThatThrownBy(() -> run(file, 1)).isInstanceOf(ApiFailure.class).hasMessage("broken");
        assertThat(Path.of(file + Checkpoint.SUFFIX)).exists();
        bodies.clear();
        answer = this::store;
        ImportReport report = run(file, 1);

        assertThat(report.resumedAtLine()).isEqualTo(4);
        // The last batch is sent again, to check that the database still has it.
        assertThat(bodies)
                .startsWith("deviceId,at,t\nb,1,2\n")
                .containsExactlyInAnyOrder(
                        "deviceId,at,t\nb,1,2\n", "deviceId,at,t\nc,1,3\n", "deviceId,at,t\nd,1,4\n");
        assertThat(Path.of(file + Checkpoint.SUFFIX)).doesNotExist();
    }

    @Test
    void recreatedDatabaseGetsTheWholeFile() throws IOException {
        Path file = file("r.csv", "deviceId,at,t\na,1,1\nb,1,2\nc,1,3\nd,1,4\n");
        answer = body -> body.contains("c,1,3") ? new Response(500, "{}") : store(body);
        assertThatThrownBy(() -> run(file, 1)).isInstanceOf(ApiFailure.class);
        stored.clear();
        answer = this::store;

        ImportReport report = run(file, 1);

        assertThat(stored).containsExactlyInAnyOrder("a,1,1", "b,1,2", "c,1,3", "d,1,4");
        assertThat(report.resumedAtLine()).isEqualTo(1);
        assertThat(report.accepted()).isEqualTo(4);
        assertThat(report.duplicates()).isZero();
    }

    @Test
    void changedOptionsStartTheImportOver() throws IOException {
        Path file = file("r.lp", "m f=1 1\nm f=2 2\n");
        answer = body -> body.contains("f=2") ? new Response(500, "{}") : store(body);
        assertThatThrownBy(() -> run(file, 1)).isInstanceOf(ApiFailure.class);
        answer = this::store;
        bodies.clear();

        assertThat(run(file, options(file, "ms", 1, Importer.Untimed.REFUSED)).resumedAtLine())
                .isEqualTo(1);
        assertThat(bodies).containsExactlyInAnyOrder("m f=1 1\n", "m f=2 2\n");
    }

    @Test
    void readingsWithoutATimeAreRefusedByLine() throws IOException {
        Path csv = file("r.csv", "deviceId,timestamp,at,t\na,,1,1\n\"b\n\",\"\",,2\nc,1,,3\nshort\n\n");
        Path json = file("r.ndjson", "{\"at\":null,\"t\":1}\n{\"labels\":{\"at\":1}}\n{\"timestamp\":1}\n[\n\n");
        Path line = file("r.lp", "# m f=1\nm f=1\nm f=2 2\nbad\n");

        assertThat(run(csv, 10).shown()).extracting(Refused::line).containsExactly(3L);
        assertThat(run(json, 10).shown()).extracting(Refused::line).containsExactly(1L, 2L);
        assertThat(run(line, 10).shown())
                .extracting(Refused::line, Refused::code)
                .containsExactly(tuple(2L, "import.no-time"));
        assertThat(bodies)
                .containsExactly(
                        "deviceId,timestamp,at,t\na,,1,1\n\n\nc,1,,3\nshort\n\n",
                        "\n\n{\"timestamp\":1}\n[\n\n",
                        "# m f=1\n\nm f=2 2\nbad\n");
    }

    @Test
    void headerWithoutATimeIsRefusedUnlessNowIsGiven() throws IOException {
        Path file = file("r.csv", "deviceId,t\na,1\n");

        assertThatThrownBy(() -> run(file, 10))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("the header has no column at or timestamp")
                .hasMessageContaining("--now");
        assertThat(bodies).isEmpty();
        assertThat(run(file, options(file, "ns", 10, Importer.Untimed.NOW)).accepted())
                .isEqualTo(1);
        assertThat(bodies).containsExactly("deviceId,t\na,1\n");
    }

    @Test
    void responseWithoutCountsIsAFailure() throws IOException {
        Path file = file("r.lp", "m f=1 1\n");
        answer = body -> new Response(200, "<html>sign in</html>");

        assertThatThrownBy(() -> run(file, 1))
                .isInstanceOf(ApiFailure.class)
                .hasMessage("the answer does not say how many readings were stored: is this the address of a Varve"
                        + " server?");
        answer = body -> new Response(301, "");
        assertThatThrownBy(() -> run(file, 1)).isInstanceOf(ApiFailure.class);
    }

    @Test
    void changedFileStartsTheImportOver() throws IOException {
        Path file = file("r.ndjson", "{\"at\":1}\n{\"at\":2}\n");
        answer = body -> body.contains("2") ? new Response(500, "{}") : ALL_GOOD;
        assertThatThrownBy(() -> run(file, 1)).isInstanceOf(ApiFailure.class);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1));
        bodies.clear();
        answer = body -> ALL_GOOD;

        assertThat(run(file, 1).resumedAtLine()).isEqualTo(1);
        assertThat(bodies).hasSize(2);
    }

    @Test
    void importOfAGzipFileResumes() throws IOException {
        Path file = temporary.resolve("r.lp.gz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("m f=1 1\nm f=2 2\n".getBytes(UTF_8));
        }
        answer = body -> body.contains("f=2") ? new Response(500, "{}") : store(body);
        assertThatThrownBy(() -> run(file, 1)).isInstanceOf(ApiFailure.class);
        bodies.clear();
        answer = this::store;
        run(file, 1);

        assertThat(bodies).containsExactly("m f=1 1\n", "m f=2 2\n");
    }

    @Test
    void lineThatIsNotUtf8IsRefusedWithoutSendingIt() throws IOException {
        Path file = temporary.resolve("r.lp");
        Files.writeString(file, "m f=1 1\nm,t=ä f=2 2\nm f=3 3\n", ISO_8859_1);

        ImportReport report = run(file, 10);

        assertThat(report.shown()).containsExactly(new Refused(2, "import.utf8", "the line is not UTF-8"));
        assertThat(bodies).containsExactly("m f=1 1\n\nm f=3 3\n");
    }

    @Test
    void byteOrderMarkIsRemoved() throws IOException {
        run(file("r.csv", "\ufeffat,deviceId,t\n1,a,1\n"), 10);

        assertThat(bodies).containsExactly("at,deviceId,t\n1,a,1\n");
    }

    @Test
    void formatIsGuessedFromTheNameOrTheContent() throws IOException {
        assertThat(guess("x.jsonl", "")).isEqualTo(Format.NDJSON);
        assertThat(guess("x.csv.gz", "")).isEqualTo(Format.CSV);
        assertThat(guess("x", "{\"deviceId\":1}")).isEqualTo(Format.NDJSON);
        assertThat(guess("x.txt", "at,deviceId,t\n")).isEqualTo(Format.CSV);
        assertThat(guess("x.txt", "m,deviceId=a,b=c f=1")).isEqualTo(Format.LINE);
    }

    private Format guess(String name, String text) throws IOException {
        try (InputFile source = InputFile.of(file(name, text))) {
            return source.guess(Columns.DEFAULT);
        }
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(temporary.resolve(name), text);
    }

    private ImportReport run(Path file, int batch) throws IOException {
        return run(file, options(file, "ns", batch, Importer.Untimed.REFUSED));
    }

    private static Importer.Options options(Path file, String precision, int batch, Importer.Untimed untimed)
            throws IOException {
        try (InputFile source = InputFile.of(file)) {
            return new Importer.Options(source.guess(Columns.DEFAULT), precision, batch, untimed);
        }
    }

    private ImportReport run(Path file, Importer.Options options) throws IOException {
        ApiClient client = new ApiClient(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()), null);
        try (InputFile source = InputFile.of(file)) {
            return new Importer(client, options, pauses::add)
                    .run(source, Checkpoint.of(file, "here", options), soFar -> {});
        }
    }
}
