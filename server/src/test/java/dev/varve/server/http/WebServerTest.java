package dev.varve.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.Varve;
import dev.varve.error.Rejected;
import dev.varve.error.Throttled;
import dev.varve.memory.MemoryEngine;
import dev.varve.server.auth.Scope;
import dev.varve.server.auth.TokenStore;
import dev.varve.server.http.access.AccessControl;
import dev.varve.server.http.access.Proxies;
import dev.varve.server.http.answer.Csv;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.answer.Streamed;
import dev.varve.server.http.answer.TabularAnswer;
import dev.varve.server.http.limit.Overloaded;
import dev.varve.server.http.limit.ServerLimits;
import dev.varve.server.http.route.Route;
import dev.varve.testkit.MutableClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebServerTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T14:00:00Z"));
    private final Varve db = Varve.on(new MemoryEngine(clock)).clock(clock).open("varve", TokenStore.TOKENS);
    private final TokenStore tokens = new TokenStore(db.entities(TokenStore.TOKENS), clock);
    private WebServer server = start(AccessControl.open());

    private WebServer start(AccessControl gate) {
        return WebServer.start(
                "127.0.0.1",
                0,
                new WebServer.Parts(
                        List.of(
                                Route.get(
                                        "/api/v1/range/{id}",
                                        ask -> Map.of(
                                                "id",
                                                ask.path("id"),
                                                "from",
                                                ask.range(Duration.ofHours(1)).from())),
                                Route.get(
                                        "/api/v1/rows",
                                        ask -> new TabularAnswer(
                                                List.of(1),
                                                List.of("a", "b"),
                                                List.of(Map.of("a", 1), Map.of("b", "=1+1, \"x\"")))),
                                Route.get(
                                        "/api/v1/fields",
                                        ask -> new TabularAnswer(
                                                List.of(1),
                                                List.of("=cmd|x", "of", "no"),
                                                List.of(Map.of(
                                                        "=cmd|x",
                                                        -1.5,
                                                        "of",
                                                        Optional.of("-x"),
                                                        "no",
                                                        Optional.empty())))),
                                Route.post(
                                                "/api/v1/echo",
                                                ask -> Map.of(
                                                        "length", ask.body().length()))
                                        .needing(Scope.WRITE),
                                Route.get("/api/v1/slow", ask -> {
                                    throw new Throttled("test.slow", "later");
                                }),
                                Route.get("/api/v1/bad", ask -> {
                                    throw new IllegalStateException("the secret is 42");
                                }),
                                Route.post("/write", ask -> {
                                            throw new Overloaded("later");
                                        })
                                        .needing(Scope.WRITE)
                                        .asInflux1(),
                                Route.get("/api/v1/broken", ask -> streamed(ask.text("lines", "0"))),
                                Route.get("/health", ask -> Reply.of(200, Reply.TEXT, "ok"))
                                        .open()),
                        List.of(),
                        gate,
                        new ServerLimits(1_000),
                        clock,
                        null));
    }

    /** Fails after this number of lines. */
    private static Streamed streamed(String lines) {
        return new Streamed(Csv.TYPE, out -> {
            for (int i = 0; i < Integer.parseInt(lines); i++) {
                out.write("2026-04-20T14:00:00Z,%s\r\n".formatted(i));
            }
            throw new Rejected("test.broken", "the table broke");
        });
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void responsesAreJsonWithAStrictContentPolicy() {
        HttpResponse<String> answer = send(request("/api/v1/range/a%20b?from=-6h"));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"id\":\"a b\"", "\"from\":\"2026-04-20T08:00:00Z\"");
        assertThat(answer.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy ->
                        assertThat(policy).contains("default-src 'self'").doesNotContain("unsafe"));
    }

    @Test
    void rowsAreCsvOnRequest() {
        assertThat(send(request("/api/v1/rows")).body()).isEqualTo("[1]");
        assertThat(send(request("/api/v1/rows?format=csv")).body()).isEqualTo("a,b\r\n1,\r\n,\"'=1+1, \"\"x\"\"\"\r\n");
        assertThat(send(request("/api/v1/rows").header("Accept", "text/csv")).body())
                .startsWith("a,b");
    }

    @Test
    void formulasInColumnNamesAreEscaped() {
        assertThat(send(request("/api/v1/fields?format=csv")).body()).isEqualTo("'=cmd|x,of,no\r\n-1.5,'-x,\r\n");
    }

    @Test
    void onlyTrustedProxiesNameTheClient() {
        WebServer.Parts parts = TestServer.parts(
                List.of(Route.get("/ip", ask -> Reply.of(200, Reply.TEXT, ask.ip()))
                        .open()),
                AccessControl.open(),
                null);
        try (TestServer near = TestServer.start(parts);
                TestServer far = TestServer.start(parts.behind(Proxies.of(List.of("10.0.0.0/8"))))) {
            for (TestServer testServer : List.of(near, far)) {
                HttpResponse<String> answer = testServer.send(testServer
                        .request("/ip")
                        .header("X-Forwarded-For", "1.1.1.1, 203.0.113.7")
                        .header("X-Forwarded-For", "127.0.0.1"));
                assertThat(answer.body()).isEqualTo(testServer == near ? "203.0.113.7" : "127.0.0.1");
            }
        }
    }

    @Test
    void errorsHaveAStatusAndACode() {
        HttpResponse<String> empty = send(request("/api/v1/range/x?from=now&to=-1h"));
        assertThat(empty.statusCode()).isEqualTo(400);
        assertThat(empty.body()).contains("\"code\":\"ask.range\"");
        HttpResponse<String> busy = send(request("/api/v1/slow"));
        assertThat(busy.statusCode()).isEqualTo(429);
        assertThat(busy.headers().firstValue("Retry-After")).hasValue("1");
        HttpResponse<String> failed = send(request("/api/v1/bad"));
        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(failed.body()).doesNotContain("42");
        assertThat(send(request("/api/v1/nothing")).body()).contains("ask.not-found");
    }

    @Test
    void interruptedResponseIsNotMistakenForACompleteOne() {
        HttpResponse<String> soon = send(request("/api/v1/broken"));
        assertThat(soon.statusCode()).isEqualTo(400);
        assertThat(soon.body()).isEqualTo("{\"code\":\"test.broken\",\"message\":\"the table broke\"}");
        for (String lines : List.of("500", "5000", "100000")) {
            for (String compression : List.of("identity", "gzip")) {
                HttpRequest interrupted = request("/api/v1/broken?lines=" + lines)
                        .header("Accept-Encoding", compression)
                        .build();
                assertThatThrownBy(() -> CLIENT.send(interrupted, BodyHandlers.ofByteArray()))
                        .as("%s lines, %s", lines, compression)
                        .isInstanceOf(IOException.class);
            }
        }
        assertThat(send(request("/health")).statusCode()).isEqualTo(200);
    }

    @Test
    void errorsForInflux1HaveItsField() {
        HttpResponse<String> busy = send(request("/write").POST(BodyPublishers.ofString("")));
        assertThat(busy.statusCode()).isEqualTo(503);
        assertThat(busy.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(busy.body()).contains("\"error\":\"later\"", "\"code\":\"server.busy\"");
        server.close();
        server = start(AccessControl.of(tokens));
        HttpResponse<String> denied = send(request("/write").POST(BodyPublishers.ofString("")));
        assertThat(denied.statusCode()).isEqualTo(401);
        assertThat(denied.body()).contains("\"error\":");
    }

    @Test
    void methodOverrideHeaderIsIgnored() {
        server.close();
        server = start(AccessControl.of(tokens));
        String reading = tokens.create("reader", Set.of(Scope.READ), Optional.empty());
        HttpResponse<String> answer = send(request("/api/v1/echo")
                .header("Authorization", "Bearer " + reading)
                .header("X-HTTP-Method-Override", "GET")
                .POST(BodyPublishers.ofString("hi")));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(send(request("/health").header("X-HTTP-Method-Override", "DELETE"))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void compressedBodiesAreDecompressedAndBounded() throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write("x".repeat(900).getBytes(StandardCharsets.UTF_8));
        }
        HttpResponse<String> answer = send(request("/api/v1/echo")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(packed.toByteArray())));
        assertThat(answer.body()).isEqualTo("{\"length\":900}");
        var bomb = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bomb)) {
            gzip.write(new byte[100_000]);
        }
        assertThat(send(request("/api/v1/echo")
                                .header("Content-Encoding", "gzip")
                                .POST(BodyPublishers.ofByteArray(bomb.toByteArray())))
                        .statusCode())
                .isEqualTo(413);
        assertThat(send(request("/api/v1/echo").POST(BodyPublishers.ofByteArray(new byte[] {(byte) 0xff})))
                        .body())
                .contains("body.utf8");
        assertThat(send(request("/api/v1/echo").POST(BodyPublishers.ofString("x".repeat(2_000))))
                        .statusCode())
                .isEqualTo(413);
    }

    @Test
    void bodiesInAnUnknownEncodingAreRefused() {
        for (String encoding : List.of("br", "deflate", "zstd", "gzip, gzip", "sideways")) {
            HttpResponse<String> answer = send(
                    request("/api/v1/echo").header("Content-Encoding", encoding).POST(BodyPublishers.ofString("hi")));
            assertThat(answer.statusCode()).as(encoding).isEqualTo(415);
            assertThat(answer.body()).as(encoding).contains("body.encoding", "gzip");
        }
        for (String encoding : List.of("identity", "IDENTITY")) {
            HttpResponse<String> answer = send(
                    request("/api/v1/echo").header("Content-Encoding", encoding).POST(BodyPublishers.ofString("hi")));
            assertThat(answer.body()).as(encoding).isEqualTo("{\"length\":2}");
        }
    }

    @Test
    void byteOrderMarkIsIgnored() {
        HttpResponse<String> answer = send(request("/api/v1/echo").POST(BodyPublishers.ofString("\uFEFF{}")));
        assertThat(answer.body()).isEqualTo("{\"length\":2}");
    }

    @Test
    void invalidFormsAreRefused() {
        HttpResponse<String> answer = send(request("/api/v1/rows?format=xml"));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("ask.format", "json, csv");
    }

    @Test
    void tokensAllowTheirScopesOnly() {
        server.close();
        server = start(AccessControl.of(tokens));
        String writing = tokens.create("gateway", Set.of(Scope.WRITE), Optional.empty());
        assertThat(send(request("/health")).statusCode()).isEqualTo(200);
        HttpResponse<String> unknown = send(request("/api/v1/rows?p=" + writing));
        assertThat(unknown.statusCode()).isEqualTo(401);
        assertThat(unknown.headers().firstValue("WWW-Authenticate")).hasValue("Bearer realm=\"varve\"");
        HttpResponse<String> wrong = send(request("/api/v1/rows").header("Authorization", "Bearer " + writing));
        assertThat(wrong.statusCode()).isEqualTo(403);
        assertThat(wrong.body()).contains("lacks the scope read").doesNotContain(writing);
        assertThat(send(request("/api/v1/echo")
                                .header("Authorization", "Token " + writing)
                                .POST(BodyPublishers.ofString("hi")))
                        .statusCode())
                .isEqualTo(200);
    }
}
