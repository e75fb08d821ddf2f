package dev.varve.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.server.auth.Scope;
import dev.varve.server.http.access.AccessControl;
import dev.varve.server.http.access.Proxies;
import dev.varve.server.http.answer.Csv;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.answer.Streamed;
import dev.varve.server.http.limit.Pace;
import dev.varve.server.http.limit.ServerLimits;
import dev.varve.server.http.route.Route;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that send or receive slowly do not block other clients. */
class SlowClientsTest {

    private static final String PAGES = "/dev/varve/server/http/pages";
    private static final Duration NEVER = Duration.ofHours(1);
    private static final Pace PATIENT = new Pace(NEVER, NEVER, NEVER, 1, NEVER);
    private static final int MANY_DRIPS = 2_000;

    private final CountDownLatch begun = new CountDownLatch(2);
    private final CountDownLatch go = new CountDownLatch(1);
    private final CountDownLatch broken = new CountDownLatch(1);
    private final List<RawClient> clients = new ArrayList<>();
    private final List<TestServer> servers = new ArrayList<>();

    @AfterEach
    void stop() {
        go.countDown();
        clients.forEach(RawClient::close);
        servers.forEach(TestServer::close);
    }

    private TestServer start(ServerLimits limits, Proxies proxies) {
        List<Route> routes = List.of(
                Route.get("/health", ask -> Map.of("alive", true)).open().direct(),
                Route.get("/ready", ask -> Map.of("ready", true)).open().watching(),
                Route.get("/api/v1/fleet", ask -> Map.of("devices", 1)),
                Route.post("/api/event", ask -> Reply.of(202, Reply.TEXT, ask.body()))
                        .open()
                        .withBody(5_000),
                Route.post("/write", ask -> Map.of("length", ask.body().length()))
                        .needing(Scope.WRITE)
                        .asInflux1(),
                Route.get("/api/v1/slow", ask -> {
                    begun.countDown();
                    go.await(30, TimeUnit.SECONDS);
                    return Map.of();
                }),
                Route.get(
                        "/api/v1/endless",
                        ask -> new Streamed(Csv.TYPE, out -> {
                            try {
                                while (true) {
                                    out.write("2026-04-20T14:00:00Z,1\r\n");
                                }
                            } catch (IOException e) {
                                broken.countDown();
                                throw e;
                            }
                        })));
        TestServer testServer = TestServer.start(
                new WebServer.Parts(routes, List.of(), AccessControl.open(), limits, InstantSource.system(), PAGES)
                        .behind(proxies));
        servers.add(testServer);
        return testServer;
    }

    private TestServer start(ServerLimits limits) {
        return start(limits, Proxies.of(Proxies.LOOPBACK));
    }

    private RawClient client(TestServer testServer) {
        RawClient client = new RawClient(testServer.port());
        clients.add(client);
        return client;
    }

    private static void assertAnswers(TestServer testServer, String... paths) {
        for (String path : paths) {
            assertThat(testServer.get(path).statusCode()).as(path).isEqualTo(200);
        }
    }

    @Test
    void slightlyTooLongBodyIsReadToItsEnd() {
        TestServer testServer = start(ServerLimits.DEFAULT);
        RawClient client = client(testServer)
                .post("/api/event", 100_000, "x".repeat(50_000))
                .send("x".repeat(50_000));
        // The whole body is sent without an error, and the response arrives before the connection closes.
        assertThat(client.firstLine()).startsWith("HTTP/1.1 413");
    }

    @Test
    void muchTooLongBodyIsRefusedAtOnce() {
        TestServer testServer = start(ServerLimits.DEFAULT);
        assertThat(client(testServer).post("/api/event", 1_000_000, "x").firstLine())
                .startsWith("HTTP/1.1 413");
        assertThat(client(testServer)
                        .send("POST /api/event HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n")
                        .send("Content-Length: 6000\r\n\r\n")
                        .firstLine())
                .startsWith("HTTP/1.1 413");
    }

    @Test
    void slightlyTooLongBodyWithoutALengthIsReadToItsEnd() {
        TestServer testServer = start(ServerLimits.DEFAULT);
        RawClient client = client(testServer)
                .send("POST /api/event HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int i = 0; i < 3; i++) {
            client.send("fffe\r\n" + "x".repeat(0xfffe) + "\r\n");
        }
        client.send("0\r\n\r\n");
        assertThat(client.firstLine()).startsWith("HTTP/1.1 413");
    }

    @Test
    void slowBodiesBlockNoThread() {
        TestServer testServer = start(ServerLimits.DEFAULT.withThreads(2).withPace(PATIENT));
        for (int i = 0; i < 30; i++) {
            client(testServer).post(i % 2 == 0 ? "/api/event" : "/write", 1_000, "{");
        }
        assertAnswers(testServer, "/health", "/ready", "/", "/api/v1/fleet");
        HttpResponse<String> whole = testServer.send("POST", "/write", "abc");
        assertThat(whole.body()).isEqualTo("{\"length\":3}");
        // They get their responses when they are complete.
        assertThat(clients.get(0).send("x".repeat(999)).firstLine()).startsWith("HTTP/1.1 202");
        assertThat(clients.get(1).send("x".repeat(999)).firstLine()).startsWith("HTTP/1.1 200");
    }

    @Test
    void bodySentInPiecesIsReadWhole() {
        TestServer testServer = start(ServerLimits.DEFAULT.withPace(PATIENT));
        RawClient client = client(testServer)
                .send(String.join(
                        "\r\n",
                        "POST /write HTTP/1.1",
                        "Host: localhost",
                        "Transfer-Encoding: chunked",
                        "Connection: close",
                        "",
                        ""));
        client.send("3\r\nabc\r\n").send("2\r\nde\r\n").send("0\r\n\r\n");
        assertThat(client.firstLine()).startsWith("HTTP/1.1 200");
    }

    @Test
    void longestBodyIsRead() {
        TestServer testServer = start(ServerLimits.DEFAULT.withThreads(2));
        int most = ServerLimits.DEFAULT.body();
        assertThat(testServer.send("POST", "/write", "x".repeat(most)).body())
                .isEqualTo("{\"length\":%s}".formatted(most));
    }

    @Test
    void bodyBelowTheMinimumRateIsRefused() {
        Pace pace = new Pace(NEVER, NEVER.multipliedBy(2), Duration.ofMillis(100), 1_000_000, NEVER);
        TestServer testServer = start(ServerLimits.DEFAULT.withPace(pace));
        assertThat(client(testServer).post("/api/event", 1_000, "{").firstLine())
                .startsWith("HTTP/1.1 408");
        // Clients of InfluxDB 1 drop data after a status below 500.
        assertThat(client(testServer).post("/write", 1_000, "{").firstLine()).startsWith("HTTP/1.1 503");
    }

    @Test
    void bodyHasADeadline() {
        TestServer testServer =
                start(ServerLimits.DEFAULT.withPace(new Pace(NEVER, Duration.ofMillis(200), NEVER, 1, NEVER)));
        RawClient client = client(testServer).post("/api/event", 1_000_000 / 200, "{");
        assertThat(client.firstLine()).startsWith("HTTP/1.1 408");
    }

    @Test
    void slowHeaderIsCutOff() {
        TestServer testServer =
                start(ServerLimits.DEFAULT.withPace(new Pace(Duration.ofMillis(300), NEVER, NEVER, 1, NEVER)));
        RawClient first = client(testServer).send("GET /health HTTP/1.1\r\nHost: localhost\r\nX-A: ");
        assertThat(first.dripsUntilClosed(MANY_DRIPS)).isTrue();
        // Also after a completed request.
        RawClient second = client(testServer).send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(second.firstLine()).startsWith("HTTP/1.1 200");
        second.send("GET /health HTTP/1.1\r\nX-A: ");
        assertThat(second.dripsUntilClosed(MANY_DRIPS)).isTrue();
    }

    @Test
    void connectionWithARequestInFlightIsNotCutOff() throws InterruptedException {
        TestServer testServer =
                start(ServerLimits.DEFAULT.withPace(new Pace(Duration.ofMillis(100), NEVER, NEVER, 1, NEVER)));
        RawClient slow = client(testServer).send("GET /api/v1/slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
        RawClient dripping = client(testServer).send("GET /");
        assertThat(dripping.dripsUntilClosed(MANY_DRIPS)).isTrue();
        go.countDown();
        assertThat(slow.firstLine()).startsWith("HTTP/1.1 200");
    }

    @Test
    void idleConnectionsAreClosedForNewOnes() {
        TestServer testServer = start(ServerLimits.DEFAULT.withPace(PATIENT).withConnections(20, 20));
        for (int i = 0; i < 60; i++) {
            client(testServer).send("GET /health HTTP/1.1\r\nX-A: ");
        }
        try (RawClient late = new RawClient(testServer.port())) {
            assertThat(late.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .firstLine())
                    .startsWith("HTTP/1.1 200");
        }
        // The connections that were idle longest are closed. The server may open connections in another order than
        // the clients did, so that the first one needs more successors.
        RawClient newest = clients.get(59);
        for (int i = 0; i < 1_000 && !clients.get(0).isClosed(); i++) {
            newest = client(testServer).send("GET /health HTTP/1.1\r\nX-A: ");
        }
        assertThat(clients.get(0).isClosed()).isTrue();
        assertThat(newest.isClosed()).isFalse();
    }

    @Test
    void addressHasALimitOfConnections() {
        TestServer testServer = start(
                ServerLimits.DEFAULT.withPace(PATIENT).withConnections(100, 5), Proxies.of(List.of("10.0.0.0/8")));
        for (int i = 0; i < 5; i++) {
            assertThat(answers(client(testServer))).startsWith("HTTP/1.1 200");
        }
        assertThat(answers(client(testServer))).isEmpty();
        clients.get(0).close();
        assertThat(Stream.generate(() -> answers(client(testServer)))
                        .limit(1_000)
                        .anyMatch(line -> line.startsWith("HTTP/1.1 200")))
                .isTrue();
    }

    private static String answers(RawClient client) {
        try {
            return client.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .firstLine();
        } catch (java.io.UncheckedIOException e) {
            return "";
        }
    }

    @Test
    void trustedProxyHasNoConnectionLimit() {
        TestServer testServer = start(ServerLimits.DEFAULT.withPace(PATIENT).withConnections(100, 5));
        for (int i = 0; i < 20; i++) {
            assertThat(answers(client(testServer))).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void memoryForBodiesIsBounded() {
        // Eight bodies of the maximum length.
        TestServer testServer = start(new ServerLimits(1_000).withPace(PATIENT));
        for (int i = 0; i < 20; i++) {
            client(testServer).post("/api/event", 1_000, "x".repeat(900));
        }
        assertThat(Stream.generate(() -> client(testServer).post("/api/event", 950, "x".repeat(949)))
                        .limit(20)
                        .anyMatch(client -> client.send("x").firstLine().startsWith("HTTP/1.1 429")))
                .isTrue();
        // Requests with a token, or to an open server, have separate memory.
        assertThat(testServer.send("POST", "/write", "abc").statusCode()).isEqualTo(200);
    }

    @Test
    void healthAndPagesAreServedWhileAllThreadsAreBusy() throws InterruptedException {
        TestServer testServer = start(ServerLimits.DEFAULT.withThreads(2).withPace(PATIENT));
        for (int i = 0; i < 4; i++) {
            client(testServer).send("GET /api/v1/slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        assertAnswers(testServer, "/health", "/ready", "/", "/assets/app-1.js");
        go.countDown();
        assertThat(clients.get(3).firstLine()).startsWith("HTTP/1.1 200");
    }

    @Test
    void clientThatDoesNotReadItsResponseIsCutOff() throws InterruptedException {
        Pace pace = new Pace(Duration.ofSeconds(1), NEVER, NEVER, 1, Duration.ofMillis(100));
        TestServer testServer = start(ServerLimits.DEFAULT.withPace(pace));
        RawClient client = new RawClient(testServer.port(), 4_096);
        clients.add(client);
        client.send("GET /api/v1/endless HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(broken.await(60, TimeUnit.SECONDS)).isTrue();
    }
}
