package dev.varve.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.server.http.answer.Json;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sends every described request to a server, and compares the responses with the description. */
class DescriptionTest extends DescriptionFixture {

    private static final Pattern BEGINNING = Pattern.compile("; (a day|(\\d+) days) before the end");
    private static final String JSON = "application/json";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void responsesMatchTheDescription() throws Exception {
        for (OpenApi.Operation operation : reads().toList()) {
            HttpResponse<String> answer = ask(operation, Map.of());
            assertThat(answer.statusCode()).as(operation.call() + answer.body()).isEqualTo(200);
            assertThat(validator.differences(
                            schema(OpenApi.map(content(operation, "200").get(JSON))), Json.object(answer.body())))
                    .as(operation.call())
                    .isEmpty();
        }
        assertThat(send("GET", "/api/v1/anomalies", "").body())
                .as("the list of anomalies")
                .contains("findings");
        assertThat(send("GET", "/api/v1/alerts", "").body())
                .as("the list of alerts")
                .contains("alertId");
    }

    private record Write(String operation, String path, String body) {}

    private List<Write> writes() throws Exception {
        JsonNode alerts =
                Json.object(send("GET", "/api/v1/alerts?limit=2", "").body()).path("alerts");
        String rule = "{\"kind\":\"above\",\"field\":\"v\",\"limit\":30,\"for\":\"PT2M\",\"severity\":\"high\"}";
        String mail =
                "{\"kind\":\"email\",\"host\":\"192.0.2.1\",\"from\":\"a@example.org\",\"to\":[\"b@example.org\"]}";
        return List.of(
                new Write("putDevice", "/api/v1/devices/new", "{\"type\":\"sensor\",\"labels\":{\"floor\":\"3\"}}"),
                new Write("verifyRollups", "/api/v1/rollups/verify", "{\"device\":\"oven\",\"from\":\"-1h\"}"),
                new Write("rebuildRollups", "/api/v1/rollups/rebuild", "{\"device\":\"oven\",\"from\":\"-1h\"}"),
                new Write("finishBackfill", "/api/v1/backfill/finish", ""),
                new Write("acknowledge", alert(alerts.get(0)) + "/acknowledge", "{\"by\":\"ada\"}"),
                new Write("resolve", alert(alerts.get(1)) + "/resolve", "{}"),
                new Write("putRule", "/api/v1/rules/new", rule),
                new Write("putChannel", "/api/v1/channels/new", "{\"kind\":\"log\",\"minSeverity\":\"high\"}"),
                new Write("putChannel", "/api/v1/channels/mail", mail),
                new Write("putChannel", "/api/v1/channels/new", "{}"),
                new Write("testChannel", "/api/v1/channels/varve/test", "{}"),
                new Write(
                        "backtest",
                        "/api/v1/rules/backtest",
                        "{\"rule\":%s,\"device\":\"d-1\",\"from\":\"-1h\",\"to\":\"now\"}".formatted(rule)),
                new Write("putSite", "/api/v1/sites/new", "{\"name\":\"New\",\"domains\":[\"new.example\"]}"),
                new Write(
                        "putGoal",
                        "/api/v1/sites/site-3/goals/long",
                        "{\"name\":\"Long\",\"kind\":\"duration\",\"seconds\":60}"),
                new Write("backUp", "/api/v1/backups", "{\"name\":\"new\"}"),
                new Write(
                        "putFunnel",
                        "/api/v1/sites/shop/saved-funnels/new",
                        "{\"name\":\"New\",\"goalIds\":[\"home\",\"buy\"]}"),
                new Write("createToken", "/api/v1/tokens", "{\"name\":\"new\",\"scopes\":[\"read\"]}"),
                new Write("createLink", "/api/v1/sites/site-3/links", "{\"name\":\"new\",\"password\":\"12345678\"}"),
                new Write("openLink", "/api/v1/sites/site-3/shared", "{\"secret\":\"unknown\"}"),
                new Write("sendReadings", "/api/v1/readings", "[{\"deviceId\":\"d-1\",\"fields\":{\"v\":20}}]"),
                new Write("sendReadings", "/api/v1/readings", "[{\"deviceId\":\"\"}]"),
                new Write("sendEvent", "/api/event", event("pageview", "/new", "")),
                new Write("fluxQuery", "/api/v2/query", "{}"),
                new Write("influxPostQuery", "/query", "{}"),
                new Write("sqlPostQuery", "/api/v3/query_sql", "{}"),
                new Write("influxPostQuery3", "/api/v3/query_influxql", "{}"),
                new Write("writeLines", "/write", "oven v=oops"),
                new Write("writeLines2", "/api/v2/write", "oven v=oops"));
    }

    private static String alert(JsonNode alert) {
        return "/api/v1/alerts/%s/%s"
                .formatted(
                        alert.path("deviceId").asText(), alert.path("alertId").asText());
    }

    @Test
    void bodiesAndResponsesOfWritesMatchTheDescription() throws Exception {
        Set<String> unwritten = new TreeSet<>();
        api.operations().stream()
                .filter(operation -> Set.of("put", "post").contains(operation.method()))
                .forEach(operation -> unwritten.add(operation.text("operationId")));
        for (Write write : writes()) {
            OpenApi.Operation operation = api.operations().stream()
                    .filter(each -> each.text("operationId").equals(write.operation()))
                    .findFirst()
                    .orElseThrow();
            unwritten.remove(write.operation());
            Map<String, Object> taken = OpenApi.map(
                    OpenApi.map(operation.described().get("requestBody")).get("content"));
            if (taken.containsKey(JSON)) {
                assertThat(validator.differences(
                                OpenApi.map(OpenApi.map(taken.get(JSON)).get("schema")), MAPPER.readTree(write.body())))
                        .as("the body of " + operation.call())
                        .isEmpty();
            }
            HttpResponse<String> answer = send(operation.method().toUpperCase(Locale.ROOT), write.path(), write.body());
            assertAsDescribed(operation, answer);
        }
        assertThat(unwritten).as("operations without a test request").isEmpty();
    }

    @Test
    void errorsMatchTheDescription() throws Exception {
        for (OpenApi.Operation operation : reads().toList()) {
            if (operation.path().startsWith("/api/v1/")) {
                HttpResponse<String> answer = ask(operation, Map.of("format", "sideways"));
                assertThat(answer.statusCode()).as(operation.call()).isEqualTo(400);
                assertAsDescribed(operation, answer);
            }
        }
    }

    private void assertAsDescribed(OpenApi.Operation operation, HttpResponse<String> answer) throws Exception {
        Map<String, Object> responses = OpenApi.map(operation.described().get("responses"));
        String status = String.valueOf(answer.statusCode());
        Map<String, Object> content = content(operation, responses.containsKey(status) ? status : "default");
        assertThat(content.containsKey(JSON))
                .as(operation.call() + " " + status + " " + answer.body())
                .isEqualTo(answer.body().strip().startsWith("{"));
        if (content.containsKey(JSON)) {
            assertThat(validator.differences(
                            OpenApi.map(OpenApi.map(content.get(JSON)).get("schema")), MAPPER.readTree(answer.body())))
                    .as(operation.call() + " " + answer.body())
                    .isEmpty();
        }
    }

    @Test
    void explanationsMatchTheDescription() throws Exception {
        for (OpenApi.Operation operation : reads().toList()) {
            assertAsDescribed(operation, ask(operation, Map.of("explain", "true")));
        }
    }

    @Test
    void goalsMatchTheDescription() throws Exception {
        OpenApi.Operation breakdown = reads().filter(each -> each.path().endsWith("/breakdown"))
                .findFirst()
                .orElseThrow();
        for (String by : List.of("goal", "event", "source")) {
            String body = ask(breakdown, Map.of("by", by)).body();
            assertThat(validator.differences(
                            schema(OpenApi.map(content(breakdown, "200").get(JSON))), Json.object(body)))
                    .as(by + " " + body)
                    .isEmpty();
            assertThat(Json.object(body).path("rows")).as(by).isNotEmpty();
        }
    }

    @Test
    void defaultsMatchTheDescription() throws Exception {
        List<String> checked = new ArrayList<>();
        each((operation, name, parameter) -> {
            Object defaultValue = schema(parameter).get("default");
            if (defaultValue == null) {
                return;
            }
            checked.add(operation.path() + " " + name);
            for (String explain : List.of("false", "true")) {
                assertThat(ask(operation, Map.of("explain", explain, name, String.valueOf(defaultValue)))
                                .body())
                        .as("%s %s=%s", operation.call(), name, defaultValue)
                        .isEqualTo(ask(operation, Map.of("explain", explain)).body());
            }
        });
        assertThat(checked)
                .contains("/api/v1/sites limit", "/api/v1/sites/{id}/stats period", "/api/v1/sites/{id}/breakdown by");
    }

    @Test
    void defaultRangesMatchTheDescription() throws Exception {
        List<String> checked = new ArrayList<>();
        each((operation, name, parameter) -> {
            Matcher range = BEGINNING.matcher(String.valueOf(parameter.get("description")));
            if (!range.find()) {
                return;
            }
            checked.add(operation.path());
            String days = range.group(2) == null ? "1" : range.group(2);
            for (String explain : List.of("false", "true")) {
                assertThat(ask(operation, Map.of("explain", explain, name, "-" + days + "d"))
                                .body())
                        .as("%s of %s days", operation.call(), days)
                        .isEqualTo(ask(operation, Map.of("explain", explain)).body());
            }
        });
        assertThat(checked).contains("/api/v1/rollups", "/api/v1/anomalies", "/api/v1/devices/{id}/readings");
    }

    @Test
    void limitsOfNumbersMatchTheDescription() throws Exception {
        each((operation, name, parameter) -> {
            Map<String, Object> schema = schema(parameter);
            if (!"integer".equals(schema.get("type"))) {
                return;
            }
            for (String bound : List.of("minimum", "maximum")) {
                int at = (Integer) Objects.requireNonNull(schema.get(bound), () -> operation.call() + " " + name);
                int beyond = bound.equals("minimum") ? at - 1 : at + 1;
                assertThat(ask(operation, Map.of(name, String.valueOf(at))).statusCode())
                        .as("%s %s=%s", operation.call(), name, at)
                        .isEqualTo(200);
                assertThat(ask(operation, Map.of(name, String.valueOf(beyond))).statusCode())
                        .as("%s %s=%s", operation.call(), name, beyond)
                        .isEqualTo(400);
            }
        });
    }

    @Test
    void describedValuesAreAccepted() throws Exception {
        each((operation, name, parameter) -> {
            Map<String, Object> schema = schema(parameter);
            List<@Nullable Object> words = new ArrayList<>(OpenApi.list(schema.get("enum")));
            if (!Set.of("from", "to").contains(name)) {
                words.addAll(OpenApi.list(schema.get("examples")));
            }
            for (Object word : words) {
                Map<String, String> parameters = new LinkedHashMap<>(Map.of(name, String.valueOf(word)));
                if ("custom".equals(word)) {
                    parameters.putAll(Map.of("from", "2060-04-01", "to", "2060-04-11"));
                } else if (name.equals("interval")) {
                    parameters.put("period", "today");
                }
                HttpResponse<String> answer = ask(operation, parameters);
                assertThat(answer.statusCode())
                        .as("%s %s=%s %s", operation.call(), name, word, answer.body())
                        .isEqualTo(200);
            }
        });
    }

    @Test
    void otherValuesAreRefused() throws Exception {
        List<String> checked = new ArrayList<>();
        each((operation, name, parameter) -> {
            Map<String, Object> schema = schema(parameter);
            boolean isFlag = "boolean".equals(schema.get("type"));
            if (!isFlag && OpenApi.list(schema.get("enum")).isEmpty()) {
                return;
            }
            checked.add(operation.path() + " " + name);
            HttpResponse<String> answer = ask(operation, Map.of(name, "sideways"));
            assertThat(answer.statusCode())
                    .as("%s %s=sideways %s", operation.call(), name, answer.body())
                    .isEqualTo(400);
            String allowed = isFlag
                    ? "true"
                    : String.valueOf(OpenApi.list(schema.get("enum")).get(0));
            assertThat(Json.object(answer.body()).path("message").asText())
                    .as(operation.call())
                    .contains(allowed);
        });
        assertThat(checked)
                .contains(
                        "/api/v1/devices order",
                        "/api/v1/devices online",
                        "/api/v1/devices/{id}/readings order",
                        "/api/v1/devices/{id}/readings format",
                        "/api/v1/sites explain");
    }

    @Test
    void invalidPageTokensAreRefused() throws Exception {
        List<String> checked = new ArrayList<>();
        each((operation, name, parameter) -> {
            if (name.equals("page")) {
                checked.add(operation.path());
                for (String page : List.of("-1", "x", "o-1")) {
                    HttpResponse<String> answer = ask(operation, Map.of(name, page));
                    assertThat(answer.statusCode())
                            .as("%s page=%s %s", operation.call(), page, answer.body())
                            .isEqualTo(400);
                }
            }
        });
        assertThat(checked).contains("/api/v1/devices", "/api/v1/sites", "/api/v1/alerts");
    }

    @Test
    void csvIsSupportedWhereDescribed() throws Exception {
        for (OpenApi.Operation operation : reads().toList()) {
            HttpResponse<String> answer = ask(operation, Map.of("format", "csv"));
            boolean isTable =
                    answer.headers().firstValue("Content-Type").orElse("").startsWith("text/csv");
            assertThat(content(operation, "200").containsKey("text/csv"))
                    .as(operation.call())
                    .isEqualTo(isTable);
            assertThat(parameters(operation).stream().anyMatch(each -> "format".equals(each.get("name"))))
                    .as(operation.call())
                    .isEqualTo(isTable);
        }
    }

    @Test
    void explainIsSupportedWhereDescribed() throws Exception {
        for (OpenApi.Operation operation : reads().toList()) {
            HttpResponse<String> answer = ask(operation, Map.of("explain", "true"));
            assertThat(parameters(operation).stream().anyMatch(each -> "explain".equals(each.get("name"))))
                    .as(operation.call())
                    .isEqualTo(Json.object(answer.body()).has("dollars"));
        }
    }

    @Test
    void deletionsMatchTheDescription() throws Exception {
        send("PUT", "/api/v1/rules/gone", "{\"kind\":\"above\",\"field\":\"v\",\"limit\":30}");
        send("PUT", "/api/v1/channels/gone", "{\"kind\":\"log\"}");
        send("PUT", "/api/v1/sites/gone", "{}");
        send("PUT", "/api/v1/sites/site-1/goals/gone", "{\"kind\":\"page\",\"pattern\":\"/\"}");
        String token = Json.object(send("POST", "/api/v1/tokens", "{\"name\":\"gone\",\"scopes\":[\"read\"]}")
                        .body())
                .path("hash")
                .asText();
        String link = Json.object(
                        send("POST", "/api/v1/sites/site-1/links", "{}").body())
                .path("linkId")
                .asText();
        send("PUT", "/api/v1/sites/shop/saved-funnels/gone", "{\"goalIds\":[\"home\",\"buy\"]}");
        send("PUT", "/api/v1/devices/gone", "{}");
        Map<String, String> removed = new LinkedHashMap<>(Map.of(
                "/api/v1/devices/{id}", "/api/v1/devices/gone",
                "/api/v1/rules/{name}", "/api/v1/rules/gone",
                "/api/v1/channels/{name}", "/api/v1/channels/gone",
                "/api/v1/sites/{id}", "/api/v1/sites/gone",
                "/api/v1/sites/{id}/goals/{goal}", "/api/v1/sites/site-1/goals/gone",
                "/api/v1/sites/{id}/visitors/{visitor}", "/api/v1/sites/site-2/visitors/0123456789abcdef",
                "/api/v1/sites/{id}/links/{link}", "/api/v1/sites/site-1/links/" + link,
                "/api/v1/tokens/{hash}", "/api/v1/tokens/" + token));
        removed.put("/api/v1/sites/{id}/saved-funnels/{funnel}", "/api/v1/sites/shop/saved-funnels/gone");
        for (OpenApi.Operation operation : api.operations()) {
            if (operation.method().equals("delete")) {
                HttpResponse<String> answer = send("DELETE", Objects.requireNonNull(removed.get(operation.path())), "");
                String status = String.valueOf(answer.statusCode());
                assertThat(OpenApi.map(operation.described().get("responses")))
                        .as(operation.call() + answer.body())
                        .containsKey(status);
                assertThat(content(operation, status).containsKey(JSON))
                        .as(operation.call() + answer.body())
                        .isEqualTo(!answer.body().isEmpty());
                assertAsDescribed(operation, answer);
            }
        }
    }
}
