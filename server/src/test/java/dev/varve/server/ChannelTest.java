package dev.varve.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.varve.alert.Alert;
import dev.varve.engine.Engine;
import dev.varve.server.channel.ChannelOptions;
import dev.varve.server.http.answer.Json;
import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.DynamoDbLocal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The delivery of notices to channels, on every engine. */
@ParameterizedClass
@EnumSource(names = {"MEMORY", "ROCKSDB", "DYNAMODB"})
class ChannelTest {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    private static final String SECRET = "the-secret-of-this-test";
    private static final ServiceOptions OPTIONS =
            ServiceOptions.onLoopback(0).withChannels(ChannelOptions.STANDARD.withTargets(ChannelOptions.Targets.ANY));

    /** A notice that the receiver got. */
    private record ReceivedNotice(String path, String key, JsonNode body) {

        List<String> alerts() {
            List<String> alerts = new ArrayList<>();
            body.path("alerts")
                    .forEach(alert -> alerts.add(alert.path("event").asText() + " "
                            + alert.path("deviceId").asText()));
            return alerts;
        }
    }

    private final MutableClock clock = new MutableClock(ServiceFixture.NOW);
    private final List<ReceivedNotice> received = new CopyOnWriteArrayList<>();
    private final List<Integer> answers = new CopyOnWriteArrayList<>();
    private final List<Service> services = new ArrayList<>();
    private HttpServer receiver;
    private Engine engine;
    private String table;
    private ServerDatabase database;
    private Browser browser;

    @TempDir
    private Path directory;

    private final TestEngine kind;

    ChannelTest(TestEngine kind) {
        this.kind = kind;
    }

    @BeforeEach
    void start() throws Exception {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", this::receive);
        receiver.start();
        engine = kind.open(clock, directory.resolve("data"), LOCAL);
        table = "varve-" + EngineHarness.TABLES.incrementAndGet();
        database = ServerDatabase.open(engine, table, ReadingLayout.ITEMS);
        serve(database, OPTIONS);
        browser = new Browser(services.get(0).port());
    }

    private Service serve(ServerDatabase of, ServiceOptions options) {
        Service service = Service.start(of, options);
        services.add(service);
        return service;
    }

    /** Starts another server on the same table. Readings are items: packed ones are open once in a process. */
    private Service startAnother(ServiceOptions options) {
        return serve(ServerDatabase.open(engine, table, ReadingLayout.ITEMS), options);
    }

    /** Replaces the server by a new one. */
    private void restart(ServiceOptions options) {
        services.get(0).close();
        services.clear();
        database = ServerDatabase.open(engine, table, ReadingLayout.ITEMS);
        browser = new Browser(serve(database, options).port());
    }

    @AfterEach
    void stop() {
        services.forEach(Service::close);
        database.close();
        receiver.stop(0);
    }

    private void receive(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        received.add(new ReceivedNotice(
                exchange.getRequestURI().getPath(),
                exchange.getRequestHeaders().getFirst("Idempotency-Key"),
                Json.object(body)));
        exchange.sendResponseHeaders(answers.isEmpty() ? 200 : answers.remove(0), -1);
        exchange.close();
    }

    private String url(String path) {
        return "http://127.0.0.1:%s/%s".formatted(receiver.getAddress().getPort(), path);
    }

    private void webhook(String name, Map<String, ?> more) throws Exception {
        Map<String, Object> body = new LinkedHashMap<>(more);
        body.putAll(Map.of("kind", "webhook", "url", url(name), "secret", SECRET));
        Browser.Answer put = browser.put("/api/v1/channels/" + name, body);
        assertThat(put.status()).as(put.body()).isEqualTo(200);
    }

    private void rule(String severity) throws Exception {
        Browser.Answer put = browser.put(
                "/api/v1/rules/too-hot",
                Map.of("kind", "above", "field", "temperature", "limit", 30, "severity", severity));
        assertThat(put.status()).as(put.body()).isEqualTo(200);
    }

    private void read(String device, int temperature) throws Exception {
        clock.advance(Duration.ofSeconds(1));
        browser.post(
                "/write?precision=ms",
                "text/plain",
                "readings,device=%s temperature=%s %s"
                        .formatted(device, temperature, clock.instant().toEpochMilli()));
        database.varve().processing().catchUp(Duration.ofSeconds(30));
    }

    private void deliver(Service by) {
        by.deliverNotices();
    }

    private void deliver() {
        clock.advance(Duration.ofSeconds(10));
        deliver(services.get(0));
    }

    private JsonNode deliveries(String device) throws Exception {
        Alert alert = database.fleet().alerts().of(device).first().orElseThrow();
        return browser.ask("/api/v1/alerts/%s/%s/deliveries".formatted(device, alert.alertId()))
                .path("deliveries");
    }

    @Test
    void openedAndResolvedAlertsReachTheChannel() throws Exception {
        webhook("ops", Map.of());
        rule("high");
        read("oven-1", 45);
        assertThat(deliveries("oven-1").get(0).path("status").asText()).isEqualTo("pending");
        deliver();
        assertThat(received).singleElement().satisfies(one -> {
            assertThat(one.alerts()).containsExactly("opened oven-1");
            assertThat(one.key()).isEqualTo(one.body().path("id").asText());
        });
        JsonNode delivery = deliveries("oven-1").get(0);
        assertThat(delivery.path("status").asText()).isEqualTo("delivered");
        assertThat(delivery.path("deliveredAt").asText())
                .isEqualTo(clock.instant().toString());
        assertThat(delivery.path("attempts").asInt()).isEqualTo(1);
        assertThat(delivery.path("noticeId").asText()).isEqualTo(received.get(0).key());
        read("oven-1", 20);
        deliver();
        assertThat(received).hasSize(2);
        assertThat(received.get(1).alerts()).containsExactly("resolved oven-1");
        assertThat(received.get(1).body().path("alerts").get(0).path("status").asText())
                .isEqualTo("resolved");
        deliver();
        assertThat(received).hasSize(2);
        assertThat(browser.get("/metrics").body())
                .contains("varve_channel_notices_total{outcome=\"delivered\"} 2.0", "varve_channel_pending 0.0");
    }

    @Test
    void alertsThatOpenTogetherAreOneNotice() throws Exception {
        webhook("ops", Map.of());
        rule("high");
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 25; i++) {
            lines.append("readings,device=oven-%s temperature=45 %s\n"
                    .formatted(i, clock.instant().toEpochMilli()));
        }
        browser.post("/write?precision=ms", "text/plain", lines.toString());
        database.varve().processing().catchUp(Duration.ofSeconds(30));
        deliver();
        assertThat(received).singleElement().satisfies(one -> {
            assertThat(one.alerts()).hasSize(20);
            assertThat(one.body().path("more").asInt()).isEqualTo(5);
        });
        assertThat(deliveries("oven-7").get(0).path("status").asText()).isEqualTo("delivered");
    }

    @Test
    void failedDeliveryIsListedAndRetriedWithTheSameKey() throws Exception {
        webhook("ops", Map.of());
        rule("high");
        answers.addAll(List.of(503, 500));
        read("oven-1", 45);
        deliver();
        JsonNode delivery = deliveries("oven-1").get(0);
        assertThat(delivery.path("status").asText()).isEqualTo("pending");
        assertThat(delivery.path("attempts").asInt()).isEqualTo(1);
        assertThat(delivery.path("reason").asText()).isEqualTo("the receiver answered 503");
        assertThat(delivery.path("nextAttemptAt").asText())
                .isGreaterThan(clock.instant().toString());
        clock.advance(Duration.ofSeconds(10));
        deliver();
        clock.advance(Duration.ofSeconds(20));
        deliver();
        assertThat(received).hasSize(3);
        assertThat(received.stream().map(one -> one.key() + one.body()).distinct())
                .hasSize(1);
        assertThat(deliveries("oven-1").get(0).path("status").asText()).isEqualTo("delivered");
        assertThat(deliveries("oven-1").get(0).path("attempts").asInt()).isEqualTo(3);
    }

    @Test
    void rejectedDeliveryIsListedAndNotRetried() throws Exception {
        webhook("ops", Map.of());
        rule("high");
        answers.add(404);
        read("oven-1", 45);
        deliver();
        clock.advance(Duration.ofHours(1));
        deliver();
        assertThat(received).hasSize(1);
        assertThat(deliveries("oven-1").get(0).path("status").asText()).isEqualTo("failed");
        assertThat(deliveries("oven-1").get(0).path("reason").asText()).isEqualTo("the receiver answered 404");
    }

    @Test
    void deliveryToAReceiverThatStaysDownFails() throws Exception {
        webhook("ops", Map.of());
        rule("high");
        for (int i = 0; i < 100; i++) {
            answers.add(503);
        }
        read("oven-1", 45);
        deliver();
        clock.advance(Duration.ofHours(24));
        deliver();
        assertThat(deliveries("oven-1").get(0).path("status").asText()).isEqualTo("failed");
        assertThat(deliveries("oven-1").get(0).path("reason").asText())
                .isEqualTo("given up after 2 attempts: the receiver answered 503");
    }

    @Test
    void routesSelectTheChannels() throws Exception {
        browser.put("/api/v1/devices/oven-1", Map.of("name", "Oven 1", "location", "hall-1"));
        webhook("all", Map.of());
        webhook("critical", Map.of("minSeverity", "critical"));
        webhook("other-rule", Map.of("rules", List.of("silent")));
        webhook("hall-1", Map.of("locations", List.of("hall-1"), "minSeverity", "medium"));
        webhook("hall-2", Map.of("locations", List.of("hall-2")));
        rule("high");
        read("oven-1", 45);
        deliver();
        assertThat(received.stream().map(ReceivedNotice::path)).containsExactlyInAnyOrder("/all", "/hall-1");
        assertThat(received.get(0).body().path("alerts").get(0).path("location").asText())
                .isEqualTo("hall-1");
    }

    @Test
    void changedSeverityOfARuleEscalatesItsAlerts() throws Exception {
        webhook("ops", Map.of("minSeverity", "critical"));
        rule("low");
        read("oven-1", 45);
        deliver();
        assertThat(received).isEmpty();
        rule("critical");
        read("oven-2", 20);
        deliver();
        deliver();
        assertThat(received).singleElement().satisfies(one -> {
            assertThat(one.alerts()).containsExactly("escalated oven-1");
            assertThat(one.body().path("alerts").get(0).path("previousSeverity").asText())
                    .isEqualTo("low");
            assertThat(one.body().path("alerts").get(0).path("severity").asText())
                    .isEqualTo("critical");
        });
        assertThat(browser.ask("/api/v1/alerts?severity=critical").path("alerts"))
                .hasSize(1);
        assertThat(browser.ask("/api/v1/alerts?severity=low").path("alerts")).isEmpty();
        deliver();
        assertThat(received).hasSize(1);
    }

    @Test
    void storedNoticeIsDeliveredOnceByTheNextServer() throws Exception {
        webhook("ops", Map.of());
        rule("high");
        read("oven-1", 45);
        // The first server stops after it stored the notice and before it sends it.
        restart(OPTIONS);
        assertThat(received).isEmpty();
        read("oven-1", 46);
        deliver();
        deliver();
        assertThat(received)
                .singleElement()
                .satisfies(one -> assertThat(one.alerts()).containsExactly("opened oven-1"));
        assertThat(deliveries("oven-1").get(0).path("status").asText()).isEqualTo("delivered");
    }

    @Test
    void severalServersSendEachNoticeOnce() throws Exception {
        webhook("ops", Map.of());
        rule("high");
        startAnother(OPTIONS);
        startAnother(OPTIONS);
        for (int i = 0; i < 5; i++) {
            read("oven-" + i, 45);
            clock.advance(Duration.ofSeconds(10));
            services.parallelStream().forEach(this::deliver);
        }
        deliver();
        assertThat(received.stream().flatMap(one -> one.alerts().stream()))
                .containsExactlyInAnyOrder(
                        "opened oven-0", "opened oven-1", "opened oven-2", "opened oven-3", "opened oven-4");
    }

    @Test
    void serverWithoutDeliveryLeavesNoticesToOthers() throws Exception {
        webhook("ops", Map.of());
        rule("high");
        Service other =
                startAnother(OPTIONS.withChannels(ChannelOptions.STANDARD.withDelivery(ChannelOptions.Delivery.OFF)));
        read("oven-1", 45);
        clock.advance(Duration.ofSeconds(10));
        deliver(other);
        assertThat(deliveries("oven-1").get(0).path("event").asText()).isEqualTo("opened");
        deliver();
        assertThat(received).hasSize(1);
    }

    @Test
    void noticesOfADeletedChannelFail() throws Exception {
        webhook("ops", Map.of());
        rule("high");
        read("oven-1", 45);
        assertThat(browser.delete("/api/v1/channels/ops").status()).isEqualTo(200);
        assertThat(browser.delete("/api/v1/channels/ops").status()).isEqualTo(404);
        deliver();
        assertThat(received).isEmpty();
        assertThat(deliveries("oven-1").get(0).path("reason").asText()).contains("channel ops was deleted");
    }

    @Test
    void secretsAreNotInResponses() throws Exception {
        webhook("ops", Map.of());
        Browser.Answer put = browser.put(
                "/api/v1/channels/mail",
                Map.of(
                        "kind",
                        "email",
                        "host",
                        "127.0.0.1",
                        "user",
                        "varve",
                        "password",
                        SECRET,
                        "from",
                        "a@example.org",
                        "to",
                        List.of("b@example.org")));
        assertThat(put.status()).as(put.body()).isEqualTo(200);
        String all = put.body()
                + browser.get("/api/v1/channels").body()
                + browser.get("/api/v1/channels/ops").body()
                + browser.get("/api/v1/table/%s/items?partition=CHANNELS".formatted(database.table()))
                        .body()
                + browser.put("/api/v1/channels/ops", Map.of("kind", "webhook")).body()
                + browser.post("/api/v1/channels/mail/test", Map.of()).body();
        assertThat(all).contains("CHANNEL#ops", "b@example.org").doesNotContain(SECRET, url("ops"));
        // The change left out the secret, which was kept: the channel still works.
        assertThat(browser.post("/api/v1/channels/ops/test", Map.of())
                        .json()
                        .path("status")
                        .asText())
                .isEqualTo("delivered");
    }

    @Test
    void testNoticeReportsItsResult() throws Exception {
        webhook("ops", Map.of("minSeverity", "critical"));
        assertThat(browser.post("/api/v1/channels/ops/test", Map.of())
                        .json()
                        .path("status")
                        .asText())
                .isEqualTo("delivered");
        assertThat(received.get(0).body().path("test").asBoolean()).isTrue();
        answers.add(500);
        JsonNode failed = browser.post("/api/v1/channels/ops/test", Map.of()).json();
        assertThat(failed.path("status").asText()).isEqualTo("failed");
        assertThat(failed.path("reason").asText()).isEqualTo("the receiver answered 500");
        assertThat(browser.post("/api/v1/channels/none/test", Map.of()).status())
                .isEqualTo(404);
    }

    @Test
    void privateAddressIsRefusedWithoutTheOption() throws Exception {
        restart(ServiceOptions.onLoopback(0));
        for (String host : List.of("127.0.0.1", "localhost", "[::1]", "192.168.1.1", "169.254.169.254")) {
            Browser.Answer answer = browser.put(
                    "/api/v1/channels/ops", Map.of("kind", "slack", "url", "http://%s:8080/T0ken".formatted(host)));
            assertThat(answer.status()).as(host).isEqualTo(400);
            assertThat(answer.body())
                    .contains("channel.private-address", "--allow-private-channels")
                    .doesNotContain("T0ken");
        }
        assertThat(browser.ask("/api/v1/channels").path("channels")).isEmpty();
    }

    @Test
    void channelsAreBounded() throws Exception {
        for (int i = 0; i < 50; i++) {
            assertThat(browser.put("/api/v1/channels/log-" + i, Map.of("kind", "log"))
                            .status())
                    .isEqualTo(200);
        }
        Browser.Answer more = browser.put("/api/v1/channels/one-more", Map.of("kind", "log"));
        assertThat(more.status()).isEqualTo(400);
        assertThat(more.body()).contains("channel.too-many", "50");
        assertThat(browser.put("/api/v1/channels/log-7", Map.of("kind", "log", "minSeverity", "high"))
                        .status())
                .isEqualTo(200);
        assertThat(browser.ask("/api/v1/channels/log-7").path("minSeverity").asText())
                .isEqualTo("high");
    }
}
