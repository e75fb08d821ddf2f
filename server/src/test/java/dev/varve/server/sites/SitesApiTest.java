package dev.varve.server.sites;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.server.auth.Scope;
import dev.varve.server.http.access.AccessControl;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SitesApiTest extends RocksDbFixture {

    private static final String ALICE = "198.51.100.1";

    private JsonNode sites() throws Exception {
        return json(send(request("/api/v1/sites"))).path("sites");
    }

    @Test
    void sitesAreCreatedChangedAndDeleted() throws Exception {
        HttpResponse<String> created = send(
                put(
                        "/api/v1/sites/docs",
                        "{\"siteId\":\"docs\",\"name\":\"Handbook\",\"domains\":[\"WWW.Docs.example\"],\"timezone\":\"Europe/Berlin\"}"));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(200);
        assertThat(json(created).path("domains").get(0).asText()).isEqualTo("docs.example");
        assertThat(json(created).path("createdAt").asText()).isEqualTo("2060-04-20T12:00:00Z");
        send(put("/api/v1/sites/docs", "{\"name\":\"Guide\"}"));
        JsonNode changed = json(send(request("/api/v1/sites/docs")));
        assertThat(changed.path("name").asText()).isEqualTo("Guide");
        assertThat(changed.path("timezone").asText()).isEqualTo("Europe/Berlin");
        assertThat(changed.path("domains")).hasSize(1);
        assertThat(sites().findValuesAsText("siteId")).containsExactly("docs", "shop");
        JsonNode moved = json(send(put("/api/v1/sites/docs", "{\"timezone\":\"Asia/Kolkata\"}")));
        assertThat(moved.path("timezone").asText()).isEqualTo("Asia/Kolkata");
        assertThat(moved.path("timezoneSince").asText()).startsWith("2060-04-2");
        assertThat(send(delete("/api/v1/sites/docs")).statusCode()).isEqualTo(204);
        assertRefused(404, "ask.not-found", request("/api/v1/sites/docs"));
        assertRefused(404, "ask.not-found", delete("/api/v1/sites/docs"));
        assertThat(sites().findValuesAsText("siteId")).containsExactly("shop");
    }

    @Test
    void invalidSitesAreRefused() throws Exception {
        assertRefused(400, "site.id", put("/api/v1/sites/a%20b", "{}"));
        assertRefused(400, "site.id", put("/api/v1/sites/docs", "{\"siteId\":\"other\"}"));
        assertRefused(400, "site.name", put("/api/v1/sites/docs", "{\"name\":\" \"}"));
        assertRefused(400, "body.text", put("/api/v1/sites/docs", "{\"name\":7}"));
        assertRefused(400, "site.domains", put("/api/v1/sites/docs", "{\"domains\":\"docs.example\"}"));
        assertRefused(400, "site.domains", put("/api/v1/sites/docs", "{\"domains\":[1]}"));
        assertRefused(400, "site.domain", put("/api/v1/sites/docs", "{\"domains\":[\"https://docs.example/\"]}"));
        assertRefused(400, "site.timezone", put("/api/v1/sites/docs", "{\"timezone\":\"Europe/Atlantis\"}"));
        assertRefused(400, "json.shape", put("/api/v1/sites/docs", "[]"));
        assertThat(sites().findValuesAsText("siteId")).containsExactly("shop");
    }

    @Test
    void listHasTheVisitorsOfTheLastDay() throws Exception {
        clock.set(NOON.minus(Duration.ofHours(30)));
        view(ALICE, "/", clock.instant());
        catchUp();
        clock.set(NOON);
        view(ALICE, "/", NOON.minus(Duration.ofHours(20)));
        view("198.51.100.2", "/", NOON);
        catchUp();
        JsonNode shop = sites().get(0);
        assertThat(shop.path("visitors24h").asInt()).isEqualTo(2);
        assertThat(shop.path("change").asDouble()).isEqualTo(1);
        assertThat(send(request("/api/v1/sites?format=csv")).body())
                .isEqualTo(
                        "siteId,name,timezone,createdAt,visitors24h,change\r\nshop,Shop,UTC,2060-04-20T12:00:00Z,2,1.0\r\n");
        assertThat(json(send(request("/api/v1/sites?explain=true"))).path("requests"))
                .hasSize(1);
    }

    @Test
    void goalsAreCreatedChangedAndDeleted() throws Exception {
        HttpResponse<String> saved = send(
                put(
                        "/api/v1/sites/shop/goals/stayed",
                        "{\"goalId\":\"stayed\",\"name\":\"Stayed\",\"kind\":\"duration\",\"match\":null,\"pattern\":null,\"seconds\":180}"));
        assertThat(saved.statusCode()).as(saved.body()).isEqualTo(200);
        send(put("/api/v1/sites/shop/goals/cart", "{\"kind\":\"page\",\"pattern\":\"/cart\"}"));
        JsonNode goals = ask("/goals").path("goals");
        assertThat(goals.findValuesAsText("goalId")).containsExactly("cart", "prices", "signup", "stayed");
        assertThat(goals.get(0).toString())
                .isEqualTo(
                        "{\"goalId\":\"cart\",\"name\":\"/cart\",\"kind\":\"page\",\"match\":\"exact\",\"pattern\":\"/cart\",\"seconds\":null}");
        assertThat(ask("/goals/stayed").path("seconds").asInt()).isEqualTo(180);
        assertThat(send(delete("/api/v1/sites/shop/goals/cart")).statusCode()).isEqualTo(204);
        assertRefused(404, "ask.not-found", delete("/api/v1/sites/shop/goals/cart"));
        assertRefused(404, "ask.not-found", request("/api/v1/sites/none/goals"));
        String goal = "/api/v1/sites/shop/goals/x";
        assertRefused(400, "goal.kind", put(goal, "{}"));
        assertRefused(400, "ask.word", put(goal, "{\"kind\":\"wish\"}"));
        assertRefused(400, "goal.pattern", put(goal, "{\"kind\":\"page\"}"));
        assertRefused(400, "goal.regex", put(goal, "{\"kind\":\"page\",\"match\":\"regex\",\"pattern\":\"(\"}"));
        assertRefused(400, "goal.seconds", put(goal, "{\"kind\":\"duration\",\"seconds\":\"long\"}"));
        assertRefused(400, "goal.duration", put(goal, "{\"kind\":\"duration\"}"));
        assertRefused(400, "goal.id", put(goal, "{\"goalId\":\"y\",\"kind\":\"page\",\"pattern\":\"/\"}"));
    }

    @Test
    void visitorsAreExportedAndErased() throws Exception {
        view(ALICE, "/", NOON.minusSeconds(60));
        view("198.51.100.2", "/", NOON.minusSeconds(30));
        catchUp();
        String visitor = store.pageViews("shop", NOON.minusSeconds(60), NOON.minusSeconds(59))
                .list()
                .get(0)
                .visitorId();
        JsonNode data = ask("/visitors/" + visitor);
        assertThat(data.path("pageViews")).hasSize(1);
        assertThat(data.path("sessions")).hasSize(1);
        JsonNode erased = json(send(delete("/api/v1/sites/shop/visitors/" + visitor)));
        assertThat(erased.toString())
                .isEqualTo("{\"visitorId\":\"%s\",\"pageViews\":1,\"events\":0,\"sessions\":1,\"remaining\":0}"
                        .formatted(visitor));
        assertRefused(404, "ask.not-found", request("/api/v1/sites/shop/visitors/" + visitor));
        catchUp();
        assertThat(ask("/stats?period=today")
                        .path("metrics")
                        .path("visitors")
                        .path("value")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void onlyAdminsChangeSitesAndSeeVisitors() throws Exception {
        start(AccessControl.of(tokens));
        String reading = tokens.create("reader", Set.of(Scope.READ), Optional.empty());
        String admin = tokens.create("admin", Set.of(Scope.ADMIN), Optional.empty());
        List<HttpRequest.Builder> changes = List.of(
                put("/api/v1/sites/shop", "{}"),
                delete("/api/v1/sites/shop/goals/signup"),
                put("/api/v1/sites/shop/goals/signup", "{}"),
                request("/api/v1/sites/shop/visitors/0123"),
                delete("/api/v1/sites/shop/visitors/0123"),
                delete("/api/v1/sites/shop"));
        for (HttpRequest.Builder change : changes) {
            assertRefused(401, "access.denied", change);
            assertRefused(403, "access.denied", change.setHeader("Authorization", "Bearer " + reading));
        }
        assertRefused(401, "access.denied", request("/api/v1/sites/shop/stats"));
        assertThat(send(request("/api/v1/sites").header("Authorization", "Bearer " + reading))
                        .statusCode())
                .isEqualTo(200);
        assertThat(send(delete("/api/v1/sites/shop").header("Authorization", "Bearer " + admin))
                        .statusCode())
                .isEqualTo(204);
    }
}
