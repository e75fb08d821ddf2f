package dev.varve.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.alert.Alert;
import dev.varve.entity.OpenEntities;
import dev.varve.server.fleet.alert.RuleBook;
import dev.varve.server.fleet.alert.StoredRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The HTTP API of alerts, rules and anomalies, on every engine. */
@ParameterizedClass
@EnumSource
class AlertTest extends EngineFixture {

    AlertTest(TestEngine engine) {
        super(engine);
    }

    private void rule(String name, Map<String, ?> rule) throws Exception {
        Browser.Answer put = browser.put("/api/v1/rules/" + name, rule);
        assertThat(put.status()).as(put.body()).isEqualTo(200);
    }

    private static StoredRule above(String name, String field) {
        return new StoredRule(
                name,
                "above",
                Optional.of(field),
                Optional.of(1_000_000.0),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "low",
                name);
    }

    /** Opens an alert on each of these devices, one per minute. */
    private void openAlerts(int... devices) throws Exception {
        for (int device : devices) {
            clock.advance(Duration.ofMinutes(1));
            browser.post(
                    "/write?precision=ms",
                    "text/plain",
                    "m,device=oven-%s temperature=45 %s"
                            .formatted(device, clock.instant().toEpochMilli()));
            catchUp();
        }
    }

    private List<String> devicesOf(JsonNode answer) {
        List<String> devices = new ArrayList<>();
        answer.path("alerts")
                .forEach(alert -> devices.add(alert.path("deviceId").asText()));
        return devices;
    }

    private void act(String device, String action) throws Exception {
        String id = browser.ask("/api/v1/alerts?status=open&device=" + device)
                .path("alerts")
                .get(0)
                .path("alertId")
                .asText();
        Browser.Answer answer =
                browser.post("/api/v1/alerts/%s/%s/%s".formatted(device, id, action), Map.of("by", "ada"));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void ruleOnAReservedFieldIsRefused() throws Exception {
        for (String field : List.of("location", "deviceId", "at", "fields")) {
            Browser.Answer refused =
                    browser.put("/api/v1/rules/wrong", Map.of("kind", "above", "field", field, "limit", 3));
            assertThat(refused.status()).as(refused.body()).isEqualTo(400);
            assertThat(refused.body()).contains("alert.field", field);
            assertThat(browser.put("/api/v1/rules/odd", Map.of("kind", "unusual", "field", field, "limit", 3))
                            .status())
                    .isEqualTo(400);
        }
        assertThat(browser.ask("/api/v1/rules").path("rules")).isEmpty();
    }

    @Test
    void invalidStoredRuleIsSkipped() throws Exception {
        OpenEntities<StoredRule> stored = database.varve().entities(RuleBook.RULES);
        stored.put(above("a-wrong", "location"));
        stored.put(new StoredRule(
                "b-wrong",
                "of another version",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "low",
                "x"));
        rule("too-hot", Map.of("kind", "above", "field", "temperature", "limit", 30));
        openAlerts(1);
        assertThat(devicesOf(browser.ask("/api/v1/alerts"))).containsExactly("oven-1");
        assertThat(browser.get("/metrics").body())
                .contains("varve_feed_dead_letters{table=\"%s\"} 0.0".formatted(database.table()));
    }

    @Test
    void tooManyStoredRulesDoNotStopTheOthers() throws Exception {
        rule("a-hot", Map.of("kind", "above", "field", "temperature", "limit", 30));
        OpenEntities<StoredRule> stored = database.varve().entities(RuleBook.RULES);
        for (int i = 0; i < 30; i++) {
            stored.put(above("z-" + i, "humidity"));
        }
        clock.advance(Duration.ofMinutes(1));
        openAlerts(1);
        assertThat(devicesOf(browser.ask("/api/v1/alerts"))).containsExactly("oven-1");
        Browser.Answer more =
                browser.put("/api/v1/rules/one-more", Map.of("kind", "above", "field", "temperature", "limit", 3));
        assertThat(more.status()).isEqualTo(400);
        assertThat(more.body()).contains("rule.too-many");
    }

    @Test
    void alertThatAnotherProcessResolvedCanBeResolvedAgain() throws Exception {
        rule("too-hot", Map.of("kind", "above", "field", "temperature", "limit", 30));
        openAlerts(1);
        Alert alert = database.fleet().alerts().of("m,device=oven-1").first().orElseThrow();
        database.fleet().alerts().resolve(alert, "somebody else");
        clock.advance(Duration.ofMinutes(1));
        browser.ask("/api/v1/fleet");
        Browser.Answer again =
                browser.post("/api/v1/alerts/oven-1/%s/resolve".formatted(alert.alertId()), Map.of("by", "ada"));
        assertThat(again.status()).as(again.body()).isEqualTo(200);
        assertThat(again.json().path("resolvedBy").asText()).isEqualTo("somebody else");
    }

    @Test
    void limitCountsAlertsAfterFiltering() throws Exception {
        rule("hot", Map.of("kind", "above", "field", "temperature", "limit", 30, "severity", "high"));
        openAlerts(1, 2, 3, 4, 5);
        act("oven-4", "acknowledge");
        act("oven-5", "acknowledge");
        JsonNode open = browser.ask("/api/v1/alerts?status=open&limit=2");
        assertThat(devicesOf(open)).containsExactly("oven-3", "oven-2");
        JsonNode rest = browser.ask(
                "/api/v1/alerts?status=open&limit=2&page=" + open.path("next").asText());
        assertThat(devicesOf(rest)).containsExactly("oven-1");
        assertThat(rest.path("next").isNull()).isTrue();
        String next = open.path("next").asText();
        for (int length = 1; length < next.length(); length++) {
            String cut = next.substring(0, length);
            assertThat(browser.get("/api/v1/alerts?status=open&limit=2&page=" + cut)
                            .body())
                    .as(cut)
                    .contains("page.token");
        }
        assertThat(devicesOf(browser.ask("/api/v1/alerts?status=acknowledged&limit=1")))
                .containsExactly("oven-5");
        act("oven-1", "resolve");
        act("oven-2", "resolve");
        assertThat(devicesOf(browser.ask("/api/v1/alerts?status=resolved&limit=1")))
                .containsExactly("oven-2");
        assertThat(devicesOf(browser.ask("/api/v1/alerts?status=resolved"))).containsExactly("oven-2", "oven-1");
        assertThat(browser.ask("/api/v1/alerts?device=oven-5&severity=critical").path("alerts"))
                .isEmpty();
        assertThat(browser.ask("/api/v1/alerts?device=oven-5&severity=high&status=acknowledged")
                        .path("alerts"))
                .hasSize(1);
    }

    @Test
    void pagesOfAlertsStartWithTheMostSevere() throws Exception {
        rule("hot", Map.of("kind", "above", "field", "temperature", "limit", 30, "severity", "critical"));
        rule("warm", Map.of("kind", "above", "field", "temperature", "limit", 20, "severity", "low"));
        openAlerts(1, 2, 3);
        for (int limit = 1; limit <= 7; limit++) {
            List<String> seen = new ArrayList<>();
            String page = "";
            int pages = 0;
            while (pages == 0 || !page.isEmpty()) {
                JsonNode answer = browser.ask(
                        "/api/v1/alerts?limit=%s%s".formatted(limit, page.isEmpty() ? "" : "&page=" + page));
                answer.path("alerts")
                        .forEach(alert -> seen.add(alert.path("severity").asText() + " "
                                + alert.path("deviceId").asText()));
                page = answer.path("next").asText("");
                page = page.equals("null") ? "" : page;
                pages++;
                assertThat(pages).as("pages of %s", limit).isLessThan(10);
            }
            assertThat(seen)
                    .as("pages of %s", limit)
                    .containsExactly(
                            "critical oven-3",
                            "critical oven-2",
                            "critical oven-1",
                            "low oven-3",
                            "low oven-2",
                            "low oven-1");
        }
    }

    @Test
    void alertCanBeAcknowledgedAndResolvedWithoutAName() throws Exception {
        rule("too-hot", Map.of("kind", "above", "field", "temperature", "limit", 30));
        openAlerts(1);
        String path = "/api/v1/alerts/oven-1/"
                + browser.ask("/api/v1/alerts")
                        .path("alerts")
                        .get(0)
                        .path("alertId")
                        .asText();
        assertThat(browser.post(path + "/acknowledge", "application/json", "[]").body())
                .contains("json.shape");
        Browser.Answer acknowledged = browser.post(path + "/acknowledge", "application/json", "");
        assertThat(acknowledged.status()).as(acknowledged.body()).isEqualTo(200);
        assertThat(acknowledged.json().path("acknowledgedBy").asText()).isEqualTo("dashboard");
        Browser.Answer resolved = browser.post(path + "/resolve", "application/json", " ");
        assertThat(resolved.status()).as(resolved.body()).isEqualTo(200);
        assertThat(resolved.json().path("status").asText()).isEqualTo("resolved");
    }

    @Test
    void explainOfResolvedAlertsListsOneQueryPerDevice() throws Exception {
        rule("too-hot", Map.of("kind", "above", "field", "temperature", "limit", 30));
        openAlerts(1, 2, 3);
        JsonNode explained = browser.ask("/api/v1/alerts?status=resolved&explain=true");
        assertThat(explained.path("requests")).hasSize(3);
        assertThat(explained.path("requests").toString()).contains("oven-1", "oven-2", "oven-3");
        assertThat(browser.ask("/api/v1/alerts?status=resolved&device=oven-1&explain=true")
                        .path("requests"))
                .hasSize(1);
        assertThat(browser.ask("/api/v1/alerts?severity=high&explain=true").path("requests"))
                .hasSize(1);
    }

    @Test
    void alertHasTheFieldOfItsRule() throws Exception {
        rule("too-hot", Map.of("kind", "above", "field", "temperature", "limit", 30));
        openAlerts(1);
        JsonNode alert = browser.ask("/api/v1/alerts").path("alerts").get(0);
        assertThat(alert.path("field").asText()).isEqualTo("temperature");
        Browser.Answer acknowledged = browser.post(
                "/api/v1/alerts/oven-1/%s/acknowledge"
                        .formatted(alert.path("alertId").asText()),
                Map.of("by", "ada"));
        assertThat(acknowledged.json().path("field").asText()).isEqualTo("temperature");
        assertThat(browser.ask("/api/v1/alerts?device=oven-1")
                        .path("alerts")
                        .get(0)
                        .path("field")
                        .asText())
                .isEqualTo("temperature");
        assertThat(browser.get("/api/v1/alerts?format=csv").body().lines().toList())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("alertId,deviceId,rule,severity,status,message,field,value,");
        assertThat(browser.get("/api/v1/alerts?format=csv").body())
                .contains(",oven-1,too-hot,medium,acknowledged,too-hot,temperature,45.0,2060-04-20T14:01:00Z,");
        assertThat(browser.get("/api/v1/rules?format=csv").body().lines())
                .containsExactly(
                        "name,kind,field,limit,low,high,clearAt,per,for,severity,message",
                        "too-hot,above,temperature,30.0,,,,,,medium,too-hot");
    }

    @Test
    void anomaliesCanBeFilteredByDevice() throws Exception {
        rule("odd", Map.of("kind", "unusual", "field", "v", "limit", 3));
        for (String device : List.of("a", "b")) {
            browser.post(
                    "/write?precision=ms",
                    "text/plain",
                    IntStream.range(0, 60)
                            .mapToObj(i -> "m,device=%s v=%s %s".formatted(device, 20 + i % 3, millis(90 - i)))
                            .collect(Collectors.joining("\n")));
            catchUp();
        }
        browser.post("/write?precision=ms", "text/plain", "m,device=a v=500 " + millis(20));
        browser.post("/write?precision=ms", "text/plain", "m,device=b v=500 " + millis(10));
        catchUp();
        assertThat(browser.ask("/api/v1/anomalies").path("anomalies")).hasSize(2);
        JsonNode ofOne = browser.ask("/api/v1/anomalies?device=a&limit=1").path("anomalies");
        assertThat(ofOne).hasSize(1);
        assertThat(ofOne.get(0).path("deviceId").asText()).isEqualTo("a");
        assertThat(browser.get("/api/v1/anomalies?device=a&format=csv")
                        .body()
                        .lines()
                        .toList())
                .satisfiesExactly(
                        head -> assertThat(head)
                                .isEqualTo("deviceId,at,field,value,type,severity,detector,low,high,series"),
                        line -> assertThat(line).startsWith("a,2060-04-20T13:40:00Z,v,500.0,high,medium,z-score,"));
    }
}
