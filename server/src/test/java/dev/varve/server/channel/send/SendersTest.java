package dev.varve.server.channel.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.varve.server.api.channel.ChannelBody;
import dev.varve.server.channel.AlertLines;
import dev.varve.server.channel.Channel;
import dev.varve.server.channel.ChannelChange;
import dev.varve.server.channel.ChannelOptions.Targets;
import dev.varve.server.channel.Message;
import dev.varve.server.http.answer.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SendersTest {

    private static final String SECRET = "a-secret-of-some-length";
    private static final Instant NOW = Instant.ofEpochSecond(1_776_000_000);

    private record Received(String path, String key, String time, String signature, String body) {}

    private final List<Received> received = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private int status = 200;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        var headers = exchange.getRequestHeaders();
        received.add(new Received(
                exchange.getRequestURI().toString(),
                headers.getFirst("Idempotency-Key"),
                headers.getFirst("Varve-Timestamp"),
                headers.getFirst("Varve-Signature"),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        exchange.getResponseHeaders().add("Location", "http://127.0.0.1:%s/other".formatted(port()));
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private int port() {
        return server.getAddress().getPort();
    }

    private static Channel webhook(String url) {
        return ChannelChange.of(Json.request(
                        "{\"kind\":\"webhook\",\"url\":\"%s\",\"secret\":\"%s\"}".formatted(url, SECRET),
                        ChannelBody.class))
                .channel("ops", Optional.empty());
    }

    private static Message message() {
        return new Message("notice-1", "ops", NOW, false, List.of(AlertLines.opened("oven-1")), 0);
    }

    private SendResult send(Targets targets, String url) {
        try (Senders senders = new Senders(
                new AddressGuard(targets), InstantSource.fixed(NOW), Duration.ofMillis(500), (SSLSocketFactory)
                        SSLSocketFactory.getDefault())) {
            return senders.send(webhook(url), message());
        }
    }

    private SendResult send() {
        return send(Targets.ANY, "http://127.0.0.1:%s/hook?x=1".formatted(port()));
    }

    @Test
    void webhookIsSignedOverTimeAndBody() {
        assertThat(send()).isInstanceOf(SendResult.Delivered.class);
        assertThat(received).singleElement().satisfies(one -> {
            assertThat(one.path()).isEqualTo("/hook?x=1");
            assertThat(one.key()).isEqualTo("notice-1");
            assertThat(one.time()).isEqualTo("1776000000");
            assertThat(one.signature())
                    .isEqualTo(Signature.of(SECRET, 1_776_000_000, one.body().getBytes(StandardCharsets.UTF_8)));
            assertThat(one.body())
                    .startsWith("{\"id\":\"notice-1\",\"channel\":\"ops\",")
                    .contains("\"event\":\"opened\"", "\"severity\":\"high\"", "\"openedAt\":\"2026-04-20T14:05:00Z\"");
        });
    }

    @Test
    void signatureEqualsThatOfOpenssl() {
        // printf '1776000000.{"a":1}' | openssl dgst -sha256 -hmac a-secret-of-some-length
        assertThat(Signature.of(SECRET, 1_776_000_000, "{\"a\":1}".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("v1=25ff78e30f92ab777311fdfcd48d6a26c8d1fc5dac765556873b64236f3db649");
    }

    @Test
    void overloadIsRetriedAndRejectionIsNot() {
        for (int refused : new int[] {400, 401, 404, 410, 422}) {
            status = refused;
            assertThat(send()).isEqualTo(new SendResult.Refused("the receiver answered " + refused));
        }
        for (int passing : new int[] {408, 425, 429, 500, 503}) {
            status = passing;
            assertThat(send()).isEqualTo(new SendResult.Failed("the receiver answered " + passing));
        }
    }

    @Test
    void redirectIsNotFollowed() {
        status = 302;
        assertThat(send())
                .isInstanceOfSatisfying(
                        SendResult.Refused.class,
                        refused -> assertThat(refused.reason()).contains("302", "redirect"));
        assertThat(received).hasSize(1);
    }

    @Test
    void privateAddressIsNotConnectedTo() {
        for (String host : new String[] {"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"}) {
            SendResult result = send(Targets.PUBLIC, "http://%s:%s/tok3n".formatted(host, port()));
            assertThat(result)
                    .isInstanceOfSatisfying(
                            SendResult.Failed.class,
                            failed -> assertThat(failed.reason())
                                    .contains("--allow-private-channels")
                                    .doesNotContain("tok3n"));
        }
        assertThat(received).isEmpty();
    }

    @Test
    void receiverThatDoesNotAnswerTimesOut() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(send(Targets.ANY, "http://127.0.0.1:%s/".formatted(silent.getLocalPort())))
                    .isInstanceOfSatisfying(
                            SendResult.Failed.class,
                            failed -> assertThat(failed.reason()).contains("the time was over"));
        }
    }

    @Test
    void closedPortIsATransientFailure() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        assertThat(send(Targets.ANY, "http://127.0.0.1:%s/tok3n".formatted(port)))
                .isInstanceOfSatisfying(
                        SendResult.Failed.class,
                        failed -> assertThat(failed.reason())
                                .startsWith("no connection")
                                .doesNotContain("tok3n"));
    }

    @Test
    void secretsAreRemovedFromReasons() {
        assertThat(Reasons.clean("535 wrong password hunter22 for\r\nx", List.of("hunter22")))
                .isEqualTo("535 wrong password *** for  x");
        assertThat(Reasons.clean("x".repeat(1_000), List.of())).hasSize(301);
    }
}
