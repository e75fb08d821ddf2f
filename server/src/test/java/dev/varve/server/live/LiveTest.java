package dev.varve.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.error.Unavailable;
import dev.varve.memory.MemoryEngine;
import dev.varve.server.auth.Scope;
import dev.varve.server.auth.TokenStore;
import dev.varve.server.http.Called;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Beats are those of the test, and not of the clock. */
class LiveTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String END = "the end";

    /** Many, since a busy machine takes its time; what did not come by then does not come. */
    private static final int MOST_BEATS = 1_000;

    private final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T14:00:00Z"));
    private final Varve db = Varve.on(new MemoryEngine(clock)).clock(clock).open("varve", TokenStore.TOKENS);
    private final TokenStore tokens = new TokenStore(db.entities(TokenStore.TOKENS), clock);
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private int beats;

    private final Live live = new Live(new Live.Source() {
        @Override
        public Object fleet() {
            throw new Unavailable("test.away", "the table is away", null);
        }

        @Override
        public Object site(String siteId) {
            asked.add(siteId);
            if (siteId.equals("bad")) {
                throw new Unavailable("test.away", "the table is away", null);
            }
            return Map.of("siteId", siteId, "visitors5", 3);
        }
    });

    private Called called = start(AccessControl.open());

    private Called start(AccessControl gate) {
        return Called.start(
                new WebServer.Parts(List.of(), List.of(live.stream()), gate, ServerLimits.DEFAULT, clock, null));
    }

    @AfterEach
    void stop() {
        live.close();
        called.close();
    }

    /** Listens, and returns the lines that come. */
    private BlockingQueue<String> listen(String topics) throws Exception {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        HttpResponse<Stream<String>> answer = CLIENT.send(
                HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:" + called.port() + "/api/v1/live?topics=" + topics))
                        .header("Accept", "text/event-stream")
                        .build(),
                BodyHandlers.ofLines());
        assertThat(answer.statusCode()).isEqualTo(200);
        Thread reader = new Thread(() -> {
            try (Stream<String> all = answer.body()) {
                all.forEach(lines::add);
            } catch (RuntimeException cut) {
                // Ends like one that was closed.
            }
            lines.add(END);
        });
        reader.setDaemon(true);
        reader.start();
        assertThat(lines.poll(30, TimeUnit.SECONDS)).isEqualTo(": listening");
        return lines;
    }

    /** Beats until a line comes that begins so. */
    private String awaited(BlockingQueue<String> lines, String beginning) throws InterruptedException {
        for (int i = 0; i < MOST_BEATS; i++) {
            live.beat();
            beats++;
            String line = lines.poll(50, TimeUnit.MILLISECONDS);
            while (line != null) {
                if (line.startsWith(beginning)) {
                    return line;
                }
                line = lines.poll();
            }
        }
        throw new AssertionError("nothing came that begins with " + beginning);
    }

    @Test
    void whatCannotBeAskedForHidesNothingElse() throws Exception {
        BlockingQueue<String> unlucky = listen("fleet,site:bad");
        BlockingQueue<String> other = listen("site:bad,site:good");
        assertThat(awaited(other, "data:")).contains("\"siteId\":\"good\"");
        assertThat(awaited(other, ": alive")).isNotEmpty();
        assertThat(awaited(unlucky, ": alive")).isNotEmpty();
    }

    @Test
    void siteIsAskedForOnceForAllWhoListen() throws Exception {
        BlockingQueue<String> one = listen("site:good");
        BlockingQueue<String> other = listen("site:good,device:d");
        assertThat(awaited(one, "data:")).contains("\"visitors5\":3");
        assertThat(awaited(other, "data:")).contains("\"visitors5\":3");
        // Every tenth beat is one for sites.
        assertThat(asked).containsOnly("good").hasSizeBetween(1, beats / 10);
    }

    @Test
    void deviceWhoseIdHoldsCommasIsLive() throws Exception {
        BlockingQueue<String> lines = listen("fleet,device%253Acpu%252Chost%253Dweb1");
        live.reading("cpu", Map.of("deviceId", "cpu"));
        live.reading("cpu,host=web1", Map.of("deviceId", "cpu,host=web1"));
        assertThat(awaited(lines, "data:")).isEqualTo("data: {\"deviceId\":\"cpu,host=web1\"}");
    }

    @Test
    void oneWhoseTokenIsRevokedListensNoLonger() throws Exception {
        called.close();
        called = start(AccessControl.of(tokens));
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
}
