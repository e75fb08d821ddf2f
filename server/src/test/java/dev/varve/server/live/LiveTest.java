package dev.varve.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.error.Unavailable;
import dev.varve.memory.MemoryEngine;
import dev.varve.server.auth.Scope;
import dev.varve.server.auth.SharedLinks;
import dev.varve.server.auth.TokenStore;
import dev.varve.server.http.TestServer;
import dev.varve.server.http.WebServer;
import dev.varve.server.http.access.AccessControl;
import dev.varve.server.http.limit.ServerLimits;
import dev.varve.testkit.MutableClock;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Live events. The test triggers the beats, not a clock. */
class LiveTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String END = "the end";

    /** A generous bound for slow machines. */
    private static final int MAX_BEATS = 1_000;

    private final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T14:00:00Z"));
    private final Varve db =
            Varve.on(new MemoryEngine(clock)).clock(clock).open("varve", TokenStore.TOKENS, SharedLinks.LINKS);
    private final TokenStore tokens = new TokenStore(db.entities(TokenStore.TOKENS), clock);
    private final List<String> sitesRead = new CopyOnWriteArrayList<>();
    private int beats;

    private final Live live = new Live(new Live.Source() {
        @Override
        public Object fleet() {
            throw new Unavailable("test.away", "the table is away", null);
        }

        @Override
        public Object site(String siteId) {
            sitesRead.add(siteId);
            if (siteId.equals("bad")) {
                throw new Unavailable("test.away", "the table is away", null);
            }
            return Map.of("siteId", siteId, "visitors5", 3);
        }
    });

    private TestServer testServer = start(AccessControl.open());

    private TestServer start(AccessControl gate) {
        return TestServer.start(
                new WebServer.Parts(List.of(), List.of(live.stream()), gate, ServerLimits.DEFAULT, clock, null));
    }

    @AfterEach
    void stop() {
        live.close();
        testServer.close();
    }

    /** Opens the stream and returns its lines. */
    private BlockingQueue<String> listen(String topics) throws Exception {
        return listen(topics, "");
    }

    private BlockingQueue<String> listen(String topics, String authorization) throws Exception {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        HttpResponse<Stream<String>> answer = CLIENT.send(
                HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:" + testServer.port() + "/api/v1/live?topics=" + topics))
                        .header("Accept", "text/event-stream")
                        .header("Authorization", authorization)
                        .build(),
                BodyHandlers.ofLines());
        assertThat(answer.statusCode()).isEqualTo(200);
        Thread reader = new Thread(() -> {
            try (Stream<String> all = answer.body()) {
                all.forEach(lines::add);
            } catch (RuntimeException cut) {
                // A broken connection counts as closed.
            }
            lines.add(END);
        });
        reader.setDaemon(true);
        reader.start();
        assertThat(lines.poll(30, TimeUnit.SECONDS)).isEqualTo(": listening");
        return lines;
    }

    /** Beats until a line with this prefix arrives. */
    private String awaited(BlockingQueue<String> lines, String prefix) throws InterruptedException {
        for (int i = 0; i < MAX_BEATS; i++) {
            live.beat();
            beats++;
            String line = lines.poll(50, TimeUnit.MILLISECONDS);
            while (line != null) {
                if (line.startsWith(prefix)) {
                    return line;
                }
                line = lines.poll();
            }
        }
        throw new AssertionError("no line starts with " + prefix);
    }

    @Test
    void failingTopicDoesNotAffectOthers() throws Exception {
        BlockingQueue<String> failing = listen("fleet,site:bad");
        BlockingQueue<String> other = listen("site:bad,site:good");
        assertThat(awaited(other, "data:")).contains("\"siteId\":\"good\"");
        assertThat(awaited(other, ": alive")).isNotEmpty();
        assertThat(awaited(failing, ": alive")).isNotEmpty();
    }

    @Test
    void siteIsReadOnceForAllListeners() throws Exception {
        BlockingQueue<String> one = listen("site:good");
        BlockingQueue<String> other = listen("site:good,device:d");
        assertThat(awaited(one, "data:")).contains("\"visitors5\":3");
        assertThat(awaited(other, "data:")).contains("\"visitors5\":3");
        // Sites are read on every tenth beat.
        assertThat(sitesRead).containsOnly("good").hasSizeBetween(1, beats / 10);
    }

    @Test
    void idOfALiveDeviceMayContainCommas() throws Exception {
        BlockingQueue<String> lines = listen("fleet,device%253Acpu%252Chost%253Dweb1");
        live.reading("cpu", "cpu", Map.of("deviceId", "cpu"));
        live.reading("cpu,host=web1", "cpu,host=web1", Map.of("deviceId", "cpu,host=web1"));
        assertThat(awaited(lines, "data:")).isEqualTo("data: {\"deviceId\":\"cpu,host=web1\"}");
    }

    /** A beat may come at any moment while a client connects. */
    @Test
    void eventsAreSentWhileClientsConnect() throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        Thread beating = new Thread(() -> {
            while (!isOver.get()) {
                live.reading("d", "d", Map.of("deviceId", "d"));
                live.beat();
            }
        });
        beating.start();
        try {
            for (int i = 0; i < 100; i++) {
                BlockingQueue<String> lines = listen("device:d");
                String line = lines.poll(30, TimeUnit.SECONDS);
                while (line != null && !line.startsWith("data:")) {
                    line = line.equals(END) ? null : lines.poll(30, TimeUnit.SECONDS);
                }
                assertThat(line).isEqualTo("data: {\"deviceId\":\"d\"}");
            }
        } finally {
            isOver.set(true);
            beating.join();
        }
    }

    @Test
    void streamEndsWhenItsTokenIsRevoked() throws Exception {
        testServer.close();
        testServer = start(AccessControl.of(tokens));
        String secret = tokens.create("ada", Set.of(Scope.READ), Optional.empty());
        String kept = tokens.create("bob", Set.of(Scope.READ), Optional.empty());
        BlockingQueue<String> lines = listen("device:d&token=" + secret);
        BlockingQueue<String> other = listen("device:d&token=" + kept);
        assertThat(awaited(lines, ": alive")).isNotEmpty();
        assertThat(awaited(other, ": alive")).isNotEmpty();
        tokens.revoke(tokens.find(secret).orElseThrow().hash());
        assertThat(awaited(lines, END)).isEqualTo(END);
        assertThat(awaited(other, ": alive")).isNotEmpty();
        assertThat(live.listeners()).isEqualTo(1);
    }

    @Test
    void streamOfARevokedLinkEndsWithTheNextBeat() throws Exception {
        SharedLinks links = new SharedLinks(db.entities(SharedLinks.LINKS), clock);
        testServer.close();
        testServer = start(AccessControl.of(tokens).with(links));
        SharedLinks.Created made = links.create("blog", "customer", Optional.empty());
        String session = links.open(new SharedLinks.Request("blog", made.secret(), Optional.empty(), "203.0.113.7"))
                .orElseThrow()
                .session()
                .orElseThrow();
        BlockingQueue<String> lines = listen("site:blog", "Bearer " + session);
        links.revoke("blog", made.link().linkId());
        live.recheck();
        assertThat(awaited(lines, END)).isEqualTo(END);
        assertThat(beats).as("long before the next heartbeat").isLessThan(15);
    }

    @Test
    void clientsOfOneSiteDoNotTakeThePlacesOfOthers() throws Exception {
        testServer.close();
        testServer = start(AccessControl.of(tokens));
        String blog = tokens.create("ada", Set.of(Scope.READ), Optional.of("site:blog"));
        String shop = tokens.create("bob", Set.of(Scope.READ), Optional.of("site:shop"));
        String all = tokens.create("carol", Set.of(Scope.READ), Optional.empty());
        for (int i = 0; i < Live.MOST_OF_SITE; i++) {
            listen("site:blog&token=" + blog);
        }
        HttpResponse<String> refused = CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:%s/api/v1/live?topics=site:blog&token=%s"
                                .formatted(testServer.port(), blog)))
                        .header("Accept", "text/event-stream")
                        .build(),
                BodyHandlers.ofString());
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).contains("20 clients are listening to this site, which is the limit");
        assertThat(listen("site:shop&token=" + shop)).isNotNull();
        assertThat(listen("site:blog&token=" + all))
                .as("not limited to the site")
                .isNotNull();
    }
}
