package dev.varve.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.memory.MemoryEngine;
import dev.varve.server.ServerDatabase;
import dev.varve.server.Service;
import dev.varve.server.ServiceOptions;
import dev.varve.server.auth.Scope;
import dev.varve.server.backup.BackupSettings;
import dev.varve.server.backup.Backups;
import dev.varve.server.backup.CopiedFiles;
import dev.varve.table.Query;
import dev.varve.testkit.MutableClock;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A server with more items of every kind than a default page, and requests for every described operation. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DescriptionFixture {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Instant NOW = Instant.parse("2060-04-20T14:00:00Z");

    /** Operations without a JSON response. */
    private static final Set<String> OTHERS = Set.of(
            "/api/v1/live",
            "/metrics",
            "/openapi.yaml",
            "/docs",
            "/docs/style.css",
            "/ping",
            "/query",
            "/api/v3/query_sql",
            "/api/v3/query_influxql");

    private final MutableClock clock = new MutableClock(NOW);
    final OpenApi api = OpenApi.load();
    final BodyValidator validator = new BodyValidator(api);

    @TempDir
    static Path backups;

    private ServerDatabase database;
    private Service service;
    private String visitor;
    private String block;

    @BeforeAll
    void start() throws Exception {
        database = ServerDatabase.open(new MemoryEngine(clock), "varve", clock);
        service = Service.start(
                database,
                ServiceOptions.onLoopback(0),
                Backups.open(new BackupSettings(backups, null, 7), new CopiedFiles(), clock));
        send("POST", "/api/v1/backups", "{\"name\":\"varve\"}");
        send("PUT", "/api/v1/rules/hot", "{\"kind\":\"above\",\"field\":\"v\",\"limit\":30}");
        send("PUT", "/api/v1/channels/varve", "{\"kind\":\"log\"}");
        send("PUT", "/api/v1/rules/odd", "{\"kind\":\"unusual\",\"field\":\"w\",\"limit\":3}");
        clock.advance(Duration.ofMinutes(1));
        send("POST", "/write?precision=s", lines(1_100, i -> "m,device=oven,location=hall w=%s,u=1".formatted(i % 3)));
        catchUp();
        send(
                "POST",
                "/write?precision=s",
                "m,device=oven,location=hall w=500 " + clock.instant().getEpochSecond());
        send("POST", "/write?precision=s", lines(120, i -> "m,device=d-%s v=45".formatted(i)));
        for (int i = 0; i < 102; i++) {
            send("PUT", "/api/v1/sites/site-" + i, "{\"timezone\":\"Europe/Berlin\"}");
        }
        send("PUT", "/api/v1/sites/shop", "{\"name\":\"Shop\",\"domains\":[\"shop.example\"]}");
        send("PUT", "/api/v1/sites/shop/goals/home", "{\"kind\":\"page\",\"pattern\":\"/0\"}");
        send("PUT", "/api/v1/sites/shop/goals/buy", "{\"kind\":\"event\",\"pattern\":\"Buy\"}");
        for (int i = 0; i < 12; i++) {
            send("POST", "/api/event", event("pageview", "/" + i, ""));
        }
        send(
                "POST",
                "/api/event",
                event("Buy", "/0", ",\"p\":{\"plan\":\"big\"},\"$\":{\"currency\":\"EUR\",\"amount\":9.5}"));
        database.tokens().create("ada", Set.of(Scope.READ), Optional.empty());
        clock.advance(Duration.ofMinutes(1));
        catchUp();
        visitor = database.analytics()
                .pageViews("shop", NOW, clock.instant())
                .first()
                .orElseThrow()
                .visitorId();
        while (!send("GET", "/api/v1/backups/varve", "").body().contains("\"state\":\"good\"")) {
            Thread.onSpinWait();
        }
        block = database.varve()
                .table("varve")
                .query(Query.of("DEVICE#m,device=oven,location=hall").beginsWith("READING#"))
                .first()
                .orElseThrow()
                .text("sk");
    }

    @AfterAll
    void stop() {
        service.close();
        database.close();
    }

    private void catchUp() {
        database.analytics().catchUp(Duration.ofMinutes(1));
    }

    private String lines(int number, IntFunction<String> line) {
        long now = clock.instant().getEpochSecond();
        return IntStream.range(0, number)
                .mapToObj(i -> line.apply(i) + " " + (now - 60 - i))
                .collect(Collectors.joining("\n"));
    }

    static String event(String name, String path, String more) {
        return "{\"n\":\"%s\",\"u\":\"https://shop.example%s\",\"d\":\"shop\",\"r\":\"https://www.google.com/\"%s}"
                .formatted(name, path, more);
    }

    final HttpResponse<String> send(String method, String path, String body) throws Exception {
        HttpResponse<String> answer = CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
                        .header("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode())
                .as(method + " " + path + " " + answer.body())
                .isLessThan(500);
        return answer;
    }

    final Stream<OpenApi.Operation> reads() {
        return api.operations().stream()
                .filter(operation -> operation.method().equals("get") && !OTHERS.contains(operation.path()));
    }

    private String alert() {
        return database.fleet()
                .alerts()
                .of("m,device=d-0")
                .first()
                .orElseThrow()
                .alertId();
    }

    private Map<String, String> needed(String path) {
        return switch (path) {
            case "/api/v1/devices/{id}/baseline" -> Map.of("field", "w");
            case "/api/v1/rollups" -> Map.of("device", "oven");
            case "/api/v1/sites/{id}/funnels" -> Map.of("steps", "home,buy");
            case "/api/v1/table/{name}/items" -> Map.of("partition", "DEVICE#m,device=oven,location=hall");
            case "/api/v1/table/{name}/block" ->
                Map.of("partition", "DEVICE#m,device=oven,location=hall", "sort", block);
            default -> Map.of();
        };
    }

    /** Returns the path of an operation with its required parameters and these. */
    private String address(OpenApi.Operation operation, Map<String, String> more) {
        String path = operation.path();
        Map<String, String> parameters = new LinkedHashMap<>(needed(path));
        parameters.putAll(more);
        return path.replace("{id}", path.contains("/sites/") ? "shop" : "oven")
                        .replace("{name}", "varve")
                        .replace("{goal}", "buy")
                        .replace("{visitor}", visitor)
                        .replace("{device}", "d-0")
                        .replace("{alert}", alert())
                + parameters.entrySet().stream()
                        .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&", "?", ""));
    }

    final HttpResponse<String> ask(OpenApi.Operation operation, Map<String, String> more) throws Exception {
        return send("GET", address(operation, more), "");
    }

    final List<Map<String, Object>> parameters(OpenApi.Operation operation) {
        List<Map<String, Object>> found = new ArrayList<>();
        for (Object each : OpenApi.list(operation.described().get("parameters"))) {
            Map<String, Object> parameter = api.resolved(OpenApi.map(each));
            if ("query".equals(parameter.get("in"))) {
                found.add(parameter);
            }
        }
        return found;
    }

    final Map<String, Object> schema(Map<String, Object> described) {
        return api.resolved(OpenApi.map(described.get("schema")));
    }

    final Map<String, Object> content(OpenApi.Operation operation, String status) {
        Map<String, Object> responses = OpenApi.map(operation.described().get("responses"));
        return OpenApi.map(api.resolved(OpenApi.map(responses.get(status))).get("content"));
    }

    /** Runs a trial for each parameter of each read operation. */
    final void each(Trial trial) throws Exception {
        for (OpenApi.Operation operation : reads().toList()) {
            for (Map<String, Object> parameter : parameters(operation)) {
                trial.run(operation, String.valueOf(parameter.get("name")), parameter);
            }
        }
    }

    interface Trial {
        void run(OpenApi.Operation operation, String name, Map<String, Object> parameter) throws Exception;
    }
}
