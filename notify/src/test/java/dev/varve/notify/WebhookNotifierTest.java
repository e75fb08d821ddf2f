package dev.varve.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.varve.error.Rejected;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebhookNotifierTest {

    private static final int SILENT = -1;

    private final List<Integer> answers = new CopyOnWriteArrayList<>();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private HttpServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stopServer() {
        end.countDown();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        received.add(exchange.getRequestHeaders().getFirst("Idempotency-Key") + " " + body);
        int status = answers.isEmpty() ? 200 : answers.remove(0);
        if (status == SILENT) {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        exchange.sendResponseHeaders(status == SILENT ? 200 : status, -1);
        exchange.close();
    }

    private WebhookNotifier webhook() {
        return WebhookNotifier.to(URI.create("http://localhost:%s/alerts"
                        .formatted(server.getAddress().getPort())))
                .backOff(Duration.ofMillis(1));
    }

    @Test
    void noticeIsPostedOnce() {
        webhook().notify(Notices.opened("too hot")).join();
        assertThat(received)
                .singleElement()
                .asString()
                .startsWith("01HW2F3G4H0000000000000000-opened {\"id\":")
                .contains("\"message\":\"too hot\"");
    }

    @Test
    void passingFailuresAreRepeatedWithTheSameKey() {
        answers.addAll(List.of(503, 429));
        webhook().notify(Notices.opened("too hot")).join();
        assertThat(received).hasSize(3);
        assertThat(received.stream().distinct()).hasSize(1);
    }

    @Test
    void repetitionsAreBounded() {
        answers.addAll(List.of(500, 500, 500, 500));
        assertThatThrownBy(() -> webhook().notify(Notices.opened("too hot")).join())
                .hasRootCauseInstanceOf(IOException.class)
                .hasMessageContaining("attempt 3 of 3: answered 500");
        assertThat(received).hasSize(3);
    }

    @Test
    void refusalIsNotRepeated() {
        answers.add(404);
        assertThatThrownBy(() -> webhook().notify(Notices.opened("too hot")).join())
                .hasMessageContaining("attempt 1 of 3: answered 404");
        assertThat(received).hasSize(1);
    }

    @Test
    void answerThatDoesNotComeIsGivenUp() {
        answers.addAll(List.of(SILENT, SILENT, SILENT));
        assertThatThrownBy(() -> webhook()
                        .timeout(Duration.ofMillis(50))
                        .notify(Notices.opened("too hot"))
                        .join())
                .hasMessageContaining("attempt 3 of 3")
                .hasMessageContaining("HttpTimeoutException");
    }

    @Test
    @SuppressWarnings("NullAway") // A caller without null checks can pass null.
    void durationThatCannotBeWaitedForIsRefused() {
        WebhookNotifier notifier = WebhookNotifier.to(URI.create("https://example.com/hook"));
        for (Duration time :
                new Duration[] {null, Duration.ZERO, Duration.ofNanos(-1), Duration.ofSeconds(Long.MAX_VALUE)}) {
            assertThatThrownBy(() -> notifier.timeout(time))
                    .isInstanceOf(Rejected.class)
                    .hasMessage("timeout of a webhook is %s; it must be longer than 0 and at most PT1H", time);
            assertThatThrownBy(() -> notifier.backOff(time))
                    .isInstanceOf(Rejected.class)
                    .hasMessage("backOff of a webhook is %s; it must be longer than 0 and at most PT1H", time);
        }
        assertThat(notifier.timeout(Duration.ofHours(1)).backOff(Duration.ofHours(1)))
                .isNotNull();
    }

    @Test
    void addressWithoutHttpIsRefused() {
        assertThatThrownBy(() -> WebhookNotifier.to(URI.create("ftp://example.org")))
                .isInstanceOf(Rejected.class)
                .hasMessage("a webhook cannot be called at ftp://example.org: give an address with https or http");
    }
}
