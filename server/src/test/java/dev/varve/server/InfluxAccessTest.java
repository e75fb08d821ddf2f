package dev.varve.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.memory.MemoryEngine;
import dev.varve.server.auth.Scope;
import dev.varve.testkit.MutableClock;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How clients of InfluxDB authenticate with tokens. */
class InfluxAccessTest {

    private static final String BODY = "m,device=d v=1 1776690000";
    private static final String PATH = "/write?db=x&precision=s";

    private final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T14:00:00Z"));
    private final ServerDatabase database = ServerDatabase.open(new MemoryEngine(clock), "varve", clock);
    private final Service service =
            Service.start(database, ServiceOptions.onLoopback(0).withAccess(ServiceOptions.Access.TOKENS));
    private final Browser browser = new Browser(service.port());
    private final String secret = database.tokens().create("telegraf", Set.of(Scope.WRITE), Optional.empty());

    @AfterEach
    void stop() {
        service.close();
        database.close();
    }

    private int statusWith(String authorization) throws Exception {
        return browser.send(browser.request(PATH)
                        .header("Authorization", authorization)
                        .POST(BodyPublishers.ofString(BODY)))
                .status();
    }

    @Test
    void tokenCanBeThePassword() throws Exception {
        byte[] pair = ("any:" + secret).getBytes(StandardCharsets.UTF_8);
        assertThat(statusWith("Basic " + Base64.getEncoder().encodeToString(pair)))
                .isEqualTo(204);
        assertThat(statusWith("Token " + secret)).isEqualTo(204);
        assertThat(statusWith("Basic " + secret)).isEqualTo(401);
        assertThat(browser.post(PATH, "text/plain", BODY).status()).isEqualTo(401);
    }

    @Test
    void queriesAreRefusedInTheFormatOfInfluxDb() throws Exception {
        for (String path : List.of("/query?db=x&q=SELECT", "/api/v3/query_sql?q=SELECT", "/api/v3/query_influxql")) {
            Browser.Answer answer = browser.get(path);
            assertThat(answer.status()).as(path).isEqualTo(404);
            assertThat(answer.json().path("error").asText()).as(path).contains("/api/v1/devices/{id}/readings");
        }
        for (String path : List.of("/query", "/api/v2/query?org=x", "/api/v3/query_sql")) {
            Browser.Answer answer = browser.post(path, "application/x-www-form-urlencoded", "q=SELECT");
            assertThat(answer.status()).as(path).isEqualTo(404);
            assertThat(answer.json().path("message").asText()).as(path).contains("/api/v1/rollups");
        }
        for (String path : List.of("/v1/metrics", "/api/v2/buckets", "/.env")) {
            assertThat(browser.get(path).status()).as(path).isEqualTo(404);
        }
    }

    @Test
    void healthHasTheFormatOfInfluxDb() throws Exception {
        Browser.Answer answer = browser.get("/health");
        assertThat(answer.json().path("status").asText()).isEqualTo("pass");
        assertThat(answer.json().path("message").asText()).isEqualTo("ready for queries and writes");
        assertThat(answer.json().path("name").asText()).isEqualTo("varve");
        assertThat(answer.json().path("version").asText()).isNotEmpty();
        assertThat(answer.json().path("alive").asBoolean()).isTrue();
    }

    @Test
    void tokenCanBeInTheUrlOfVersionOneOnly() throws Exception {
        String parameters = "&u=any&p=" + secret;
        assertThat(browser.post(PATH + parameters, "text/plain", BODY).status()).isEqualTo(204);
        assertThat(browser.post("/api/v2/write?precision=s" + parameters, "text/plain", BODY)
                        .status())
                .isEqualTo(401);
        assertThat(browser.get("/api/v1/fleet?x=" + parameters).status()).isEqualTo(401);
    }
}
