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

/** Clients that send or receive slowly, on purpose or not, stop nobody else. */
class SlowClientsTest {

    private static final String PAGES = "/dev/varve/server/http/pages";
    private static final Duration NEVER = Duration.ofHours(1);
    private static final Pace PATIENT = new Pace(NEVER, NEVER, NEVER, 1, NEVER);
    private static final int MANY_DRIPS = 2_000;

    private final CountDownLatch begun = new CountDownLatch(2);
    private final CountDownLatch go = new CountDownLatch(1);
    private final CountDownLatch broken = new CountDownLatch(1);
    private final List<RawClient> clients = new ArrayList<>();
    private final List<Called> servers = new ArrayList<>();

    @AfterEach
    void stop() {
        go.countDown();
        clients.forEach(RawClient::close);
        servers.forEach(Called::close);
    }

    private Called start(ServerLimits limits, Proxies proxies) {
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
        Called called = Called.start(
                new WebServer.Parts(routes, List.of(), AccessControl.open(), limits, InstantSource.system(), PAGES)
                        .behind(proxies));
        servers.add(called);
        return called;
    }

    private Called start(ServerLimits limits) {
        return start(limits, Proxies.of(Proxies.LOOPBACK));
    }

    private RawClient client(Called called) {
        RawClient client = new RawClient(called.port());
        clients.add(client);
        return client;
    }

    private static void assertAnswers(Called called, String... paths) {
        for (String path : paths) {
            assertThat(called.get(path).statusCode()).as(path).isEqualTo(200);
        }
    }

    @Test
    void bodyThatIsABitTooLongIsReadToItsEndSoThatTheAnswerArrives() {
        Called called = start(ServerLimits.DEFAULT);
        RawClient client =
                client(called).post("/api/event", 100_000, "x".repeat(50_000)).send("x".repeat(50_000));
        // The whole body was sent without an error, and the answer comes before the end of the connection.
        assertThat(client.firstLine()).startsWith("HTTP/1.1 413");
    }

    @Test
    void bodyThatIsMuchTooLongIsRefusedBeforeItArrives() {
        Called called = start(ServerLimits.DEFAULT);
        assertThat(client(called).post("/api/event", 1_000_000, "x").firstLine())
                .startsWith("HTTP/1.1 413");
        assertThat(client(called)
                        .send("POST /api/event HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n")
                        .send("Content-Length: 6000\r\n\r\n")
                        .firstLine())
                .startsWith("HTTP/1.1 413");
    }

    @Test
    void bodyWithoutALengthThatIsABitTooLongIsReadToItsEnd() {
        Called called = start(ServerLimits.DEFAULT);
        RawClient client = client(called)
                .send("POST /api/event HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int i = 0; i < 3; i++) {
            client.send("fffe\r\n" + "x".repeat(0xfffe) + "\r\n");
        }
        client.send("0\r\n\r\n");
        assertThat(client.firstLine()).startsWith("HTTP/1.1 413");
    }

    @Test
    void bodiesThatArriveSlowlyHoldNoThread() {
        Called called = start(ServerLimits.DEFAULT.withThreads(2).withPace(PATIENT));
        for (int i = 0; i < 30; i++) {
            client(called).post(i % 2 == 0 ? "/api/event" : "/write", 1_000, "{");
        }
        assertAnswers(called, "/health", "/ready", "/", "/api/v1/fleet");
        HttpResponse<String> whole = called.send("POST", "/write", "abc");
        assertThat(whole.body()).isEqualTo("{\"length\":3}");
        // They are answered when they are complete.
        assertThat(clients.get(0).send("x".repeat(999)).firstLine()).startsWith("HTTP/1.1 202");
        assertThat(clients.get(1).send("x".repeat(999)).firstLine()).startsWith("HTTP/1.1 200");
    }

    @Test
    void bodyInPiecesIsReadWhole() {
        Called called = start(ServerLimits.DEFAULT.withPace(PATIENT));
        RawClient client = client(called)
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
    void bodyOfTheGreatestLengthIsRead() {
        Called called = start(ServerLimits.DEFAULT.withThreads(2));
        int most = ServerLimits.DEFAULT.body();
        assertThat(called.send("POST", "/write", "x".repeat(most)).body()).isEqualTo("{\"length\":%s}".formatted(most));
    }

    @Test
    void bodyBelowTheLowestRateIsRefused() {
        Pace pace = new Pace(NEVER, NEVER.multipliedBy(2), Duration.ofMillis(100), 1_000_000, NEVER);
        Called called = start(ServerLimits.DEFAULT.withPace(pace));
        assertThat(client(called).post("/api/event", 1_000, "{").firstLine()).startsWith("HTTP/1.1 408");
        // Clients of InfluxDB 1 drop what gets a status below 500.
        assertThat(client(called).post("/write", 1_000, "{").firstLine()).startsWith("HTTP/1.1 503");
    }

    @Test
    void bodyHasADeadline() {
        Called called = start(ServerLimits.DEFAULT.withPace(new Pace(NEVER, Duration.ofMillis(200), NEVER, 1, NEVER)));
        RawClient client = client(called).post("/api/event", 1_000_000 / 200, "{");
        assertThat(client.firstLine()).startsWith("HTTP/1.1 408");
    }

    @Test
    void headerThatDripsIsCutOff() {
        Called called = start(ServerLimits.DEFAULT.withPace(new Pace(Duration.ofMillis(300), NEVER, NEVER, 1, NEVER)));
        RawClient first = client(called).send("GET /health HTTP/1.1\r\nHost: localhost\r\nX-A: ");
        assertThat(first.dripsUntilClosed(MANY_DRIPS)).isTrue();
        // Also behind a request that was answered.
        RawClient second = client(called).send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(second.firstLine()).startsWith("HTTP/1.1 200");
        second.send("GET /health HTTP/1.1\r\nX-A: ");
        assertThat(second.dripsUntilClosed(MANY_DRIPS)).isTrue();
    }

    @Test
    void connectionThatHasARequestUnderWayIsNotCutOff() throws InterruptedException {
        Called called = start(ServerLimits.DEFAULT.withPace(new Pace(Duration.ofMillis(100), NEVER, NEVER, 1, NEVER)));
        RawClient slow = client(called).send("GET /api/v1/slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
        RawClient dripping = client(called).send("GET /");
        assertThat(dripping.dripsUntilClosed(MANY_DRIPS)).isTrue();
        go.countDown();
        assertThat(slow.firstLine()).startsWith("HTTP/1.1 200");
    }

    @Test
    void newConnectionsAreAcceptedWhenThereAreTooMany() {
        Called called = start(ServerLimits.DEFAULT.withPace(PATIENT).withConnections(20, 20));
        for (int i = 0; i < 60; i++) {
            client(called).send("GET /health HTTP/1.1\r\nX-A: ");
        }
        try (RawClient late = new RawClient(called.port())) {
            assertThat(late.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .firstLine())
                    .startsWith("HTTP/1.1 200");
        }
        // Those that waited longest were closed.
        assertThat(clients.get(0).isClosed()).isTrue();
        assertThat(clients.get(59).isClosed()).isFalse();
    }

    @Test
    void addressHasALimitOfConnections() {
        Called called = start(
                ServerLimits.DEFAULT.withPace(PATIENT).withConnections(100, 5), Proxies.of(List.of("10.0.0.0/8")));
        for (int i = 0; i < 5; i++) {
            assertThat(answers(client(called))).startsWith("HTTP/1.1 200");
        }
        assertThat(answers(client(called))).isEmpty();
        clients.get(0).close();
        assertThat(Stream.generate(() -> answers(client(called)))
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
    void trustedProxyHasNoLimitOfItsOwn() {
        Called called = start(ServerLimits.DEFAULT.withPace(PATIENT).withConnections(100, 5));
        for (int i = 0; i < 20; i++) {
            assertThat(answers(client(called))).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void memoryForBodiesIsBounded() {
        // Eight bodies of the greatest length.
        Called called = start(new ServerLimits(1_000).withPace(PATIENT));
        for (int i = 0; i < 20; i++) {
            client(called).post("/api/event", 1_000, "x".repeat(900));
        }
        assertThat(Stream.generate(() -> client(called).post("/api/event", 950, "x".repeat(949)))
                        .limit(20)
                        .anyMatch(client -> client.send("x").firstLine().startsWith("HTTP/1.1 429")))
                .isTrue();
        // Those that come with a token, or to an open server, have memory of their own.
        assertThat(called.send("POST", "/write", "abc").statusCode()).isEqualTo(200);
    }

    @Test
    void healthAndPagesAnswerWhileAllThreadsAreBusy() throws InterruptedException {
        Called called = start(ServerLimits.DEFAULT.withThreads(2).withPace(PATIENT));
        for (int i = 0; i < 4; i++) {
            client(called).send("GET /api/v1/slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        assertAnswers(called, "/health", "/ready", "/", "/assets/app-1.js");
        go.countDown();
        assertThat(clients.get(3).firstLine()).startsWith("HTTP/1.1 200");
    }

    @Test
    void clientThatDoesNotReceiveItsAnswerIsCutOff() throws InterruptedException {
        Pace pace = new Pace(Duration.ofSeconds(1), NEVER, NEVER, 1, Duration.ofMillis(100));
        Called called = start(ServerLimits.DEFAULT.withPace(pace));
        RawClient client = new RawClient(called.port(), 4_096);
        clients.add(client);
        client.send("GET /api/v1/endless HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(broken.await(60, TimeUnit.SECONDS)).isTrue();
    }
}
