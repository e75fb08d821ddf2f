package dev.varve.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.server.http.access.AccessControl;
import dev.varve.server.http.answer.Json;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.meter.RequestObserver;
import dev.varve.server.http.route.Route;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Paths, methods, origins and hosts: what the server answers, and what it refuses first. */
class AllowedMethodsTest {

    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final String PAGES = "/dev/varve/server/http/pages";

    private final List<RequestObserver.Answered> seen = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final TestServer testServer = TestServer.start(TestServer.parts(
                    List.of(
                            Route.get("/api/v1/things/{id}", ask -> Map.of("id", ask.path("id"))),
                            Route.get("/api/v1/things/{id}/parts", ask -> Map.of("of", ask.path("id"))),
                            Route.put("/api/v1/things/{id}", ask -> Map.of()),
                            Route.post("/write", ask -> Reply.empty(204)),
                            Route.post("/api/event", ask -> Reply.empty(202)).open(),
                            Route.get("/api/v1/long", ask -> Map.of("text", "x".repeat(10_000))),
                            Route.get("/api/v1/missing", ask -> {
                                throw new NotFound("there is no such thing");
                            }),
                            Route.get("/api/v1/slow", ask -> {
                                begun.countDown();
                                go.await(10, TimeUnit.SECONDS);
                                return Map.of("late", true);
                            })),
                    AccessControl.open(),
                    PAGES)
            .observedBy(seen::add));

    @AfterEach
    void stop() {
        testServer.close();
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    @Test
    void idsMayContainAnyCharacter() {
        assertThat(testServer.get("/api/v1/things/a%2Fb%25c%20d.e%5Cf").body())
                .isEqualTo("{\"id\":\"a/b%c d.e\\\\f\"}");
        assertThat(testServer.get("/api/v1/things/a%2Fb/parts").body()).isEqualTo("{\"of\":\"a/b\"}");
        assertThat(testServer.get("/api/v1/things/%F0%9F%98%80").body()).isEqualTo("{\"id\":\"😀\"}");
        assertThat(testServer.get("/api/v1/things/+").body()).isEqualTo("{\"id\":\"+\"}");
    }

    @Test
    void dashboardIsServedAtItsPaths() {
        for (String path : List.of(
                "/",
                "/devices/a.b",
                "/devices/x/",
                "/sites",
                "/sites/blog",
                "/devices/a%2Fb",
                "/alerts",
                "/table?x=1")) {
            HttpResponse<String> page = testServer.get(path);
            assertThat(page.statusCode()).as(path).isEqualTo(200);
            assertThat(page.body()).contains("The dashboard");
            assertThat(header(page, "Content-Type")).matches("text/html; ?charset=utf-8");
            assertThat(header(page, "Cache-Control")).isEqualTo("no-cache");
            assertThat(header(page, "Content-Security-Policy")).contains("default-src 'self'");
        }
        String tag = header(testServer.get("/"), "ETag");
        HttpResponse<String> again = testServer.send(testServer.request("/").header("If-None-Match", tag));
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }

    @Test
    void otherPathsAreNotFound() {
        for (String path : List.of(
                "/query",
                "/v1/metrics",
                "/.env",
                "/devices",
                "/devices/",
                "/devices/a/b",
                "/sites/a/b",
                "/alerts/x",
                "/wp-login.php",
                "/favicon.ico",
                "//",
                "/index.htm")) {
            HttpResponse<String> answer = testServer.get(path);
            assertThat(answer.statusCode()).as(path).isIn(400, 404);
            assertThat(header(answer, "Content-Type")).as(path).isEqualTo("application/json");
        }
    }

    @Test
    void longPathsAreNotFound() {
        for (String piece : List.of("/a", "/a.b", ".", "a", "/%41")) {
            String path = "/x" + piece.repeat(8_000 / piece.length());
            HttpResponse<String> answer = testServer.get(path);
            assertThat(answer.statusCode()).as(piece).isIn(404, 414);
            assertThat(answer.body().length()).as(piece).isLessThan(1_000);
        }
    }

    @Test
    void forwardedRequestsAreRefusedIfTokensAreOff() {
        for (String header : List.of("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Proto")) {
            HttpResponse<String> answer =
                    testServer.send(testServer.request("/api/v1/things/x").header(header, "for=203.0.113.7"));
            assertThat(answer.statusCode()).as(header).isEqualTo(403);
            assertThat(answer.body()).contains(header, "varve tokens create", "--insecure");
        }
        // Hits never need a token.
        HttpResponse<String> hit = testServer.send(testServer
                .request("/api/event")
                .header("X-Forwarded-For", "203.0.113.7")
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString("{}")));
        assertThat(hit.statusCode()).isEqualTo(202);
    }

    @Test
    void insecureServerAcceptsForwardedRequestsAndChecksTheHost() throws IOException {
        try (TestServer insecure = TestServer.start(TestServer.parts(
                List.of(Route.get("/api/v1/things/x", ask -> Map.of())), AccessControl.insecure(), null))) {
            assertThat(insecure.send(insecure.request("/api/v1/things/x").header("X-Forwarded-For", "203.0.113.7"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(statusFor("varve.evil.example", insecure)).contains("403");
            assertThat(statusFor("localhost:8080", insecure)).contains("200");
        }
    }

    @Test
    void filesAreCachedUntilTheyChange() {
        HttpResponse<String> asset = testServer.get("/assets/app-1.js");
        assertThat(asset.body()).contains("app");
        assertThat(header(asset, "Content-Type")).startsWith("text/javascript");
        assertThat(header(asset, "Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
        HttpResponse<String> script = testServer.get("/js/script.js");
        assertThat(header(script, "Cache-Control")).isEqualTo("public, max-age=3600");
        assertThat(header(script, "Access-Control-Allow-Origin")).isEqualTo("*");
    }

    @Test
    void notFoundErrorsAreJson() {
        for (String path : List.of(
                "/api/v1/nothing",
                "/assets/app-2.js",
                "/assets/",
                "/js/other.js",
                "/assets/..%2Findex.html",
                "/assets/%2e%2e/%2e%2e/Pages.class")) {
            HttpResponse<String> answer = testServer.get(path);
            assertThat(answer.statusCode()).as(path).isIn(400, 404);
            assertThat(Json.object(answer.body()).get("message").asText()).isNotEmpty();
        }
        assertThat(testServer.get("/api/v1/missing").body()).contains("there is no such thing");
        assertThat(testServer.get("/../../AddressesTest.class").body()).doesNotContain("java/lang");
    }

    @Test
    void wrongMethodListsTheAllowedOnes() {
        HttpResponse<String> answer = testServer.send("DELETE", "/api/v1/things/x", "");
        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(header(answer, "Allow")).isEqualTo("GET, HEAD, PUT");
        assertThat(answer.body()).contains("ask.method");
        assertThat(testServer.get("/write").statusCode()).isEqualTo(405);
        assertThat(testServer.send("POST", "/devices/x", "").statusCode()).isEqualTo(404);
        assertThat(testServer.send("TRACE", "/api/v1/things/x", "").statusCode())
                .isIn(400, 404, 405);
    }

    @Test
    void headIsGetWithoutABody() {
        HttpResponse<String> answer = testServer.send("HEAD", "/api/v1/things/x", "");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
        assertThat(header(answer, "Content-Type")).isEqualTo("application/json");
        assertThat(testServer.send("HEAD", "/devices/x", "").statusCode()).isEqualTo(200);
        assertThat(testServer.send("HEAD", "/api/v1/nothing", "").statusCode()).isEqualTo(404);
    }

    @Test
    void longResponsesAreCompressed() {
        HttpResponse<String> answer =
                testServer.send(testServer.request("/api/v1/long").header("Accept-Encoding", "gzip"));
        assertThat(header(answer, "Content-Encoding")).isEqualTo("gzip");
        assertThat(answer.body().length()).isLessThan(1_000);
    }

    @Test
    void tooLongHeadersAreRefused() {
        HttpResponse<String> answer =
                testServer.send(testServer.request("/api/v1/long").header("X-Long", "x".repeat(40_000)));
        assertThat(answer.statusCode()).isEqualTo(431);
        assertThat(answer.body()).contains("ask.headers");
    }

    @Test
    void invalidHttpIsRefused() throws IOException {
        try (Socket socket = new Socket(InetAddress.getByAddress(LOOPBACK), testServer.port())) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream()
                    .write("GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String first = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
            assertThat(first).startsWith("HTTP/1.1 400");
        }
    }

    @Test
    void writesFromOtherOriginsAreRefused() {
        HttpResponse<String> foreign = testServer.send(testServer
                .request("/api/v1/things/x")
                .header("Origin", "https://evil.example")
                .PUT(java.net.http.HttpRequest.BodyPublishers.ofString("{}")));
        assertThat(foreign.statusCode()).isEqualTo(403);
        assertThat(foreign.body()).contains("evil.example");
        HttpResponse<String> own = testServer.send(testServer
                .request("/api/v1/things/x")
                .header("Origin", "http://127.0.0.1:" + testServer.port())
                .PUT(java.net.http.HttpRequest.BodyPublishers.ofString("{}")));
        assertThat(own.statusCode()).isEqualTo(200);
        HttpResponse<String> event = testServer.send(testServer
                .request("/api/event")
                .header("Origin", "https://blog.example")
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString("{}")));
        assertThat(event.statusCode()).isEqualTo(202);
    }

    /** A foreign host name that points to this machine would have the same origin. */
    @Test
    void foreignHostNamesAreRefusedOnLoopback() throws IOException {
        assertThat(statusFor("varve.evil.example", testServer)).contains("403");
        assertThat(statusFor("localhost:8080", testServer)).contains("200");
        assertThat(statusFor("[::1]:8080", testServer)).contains("200");
    }

    private static String statusFor(String host, TestServer testServer) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByAddress(LOOPBACK), testServer.port())) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream()
                    .write(("GET /api/v1/things/x HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
        }
    }

    @Test
    void observersSeeRoutesAndNotPaths() {
        testServer.get("/api/v1/things/a");
        testServer.get("/api/v1/things/b");
        testServer.get("/api/v1/missing");
        testServer.get("/table");
        testServer.get("/api/v1/nothing/at/all");
        assertThat(seen)
                .extracting(request -> request.method() + " " + request.route() + " " + request.status())
                .containsExactly(
                        "GET /api/v1/things/{id} 200",
                        "GET /api/v1/things/{id} 200",
                        "GET /api/v1/missing 404",
                        "GET pages 200",
                        "GET nowhere 404");
        assertThat(seen)
                .allSatisfy(request -> assertThat(request.took().toNanos()).isPositive());
    }

    @Test
    void requestsInFlightFinishWhenTheServerStops() throws Exception {
        CompletableFuture<HttpResponse<String>> slow =
                CompletableFuture.supplyAsync(() -> testServer.get("/api/v1/slow"));
        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(testServer::close);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(4);
        while (isAccepting() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(slow).isNotDone();
        go.countDown();
        assertThat(slow.get(10, TimeUnit.SECONDS).body()).isEqualTo("{\"late\":true}");
        stopped.get(10, TimeUnit.SECONDS);
    }

    private boolean isAccepting() throws IOException {
        try (Socket socket = new Socket(InetAddress.getByAddress(LOOPBACK), testServer.port())) {
            return socket.isConnected();
        } catch (SocketException e) {
            // The connection was refused, or reset while the server stopped.
            return false;
        }
    }
}
