package dev.varve.server.sites;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Goals by path pattern and with value, and saved funnels. */
class FunnelsApiTest extends RocksDbFixture {

    private static final String ALICE = "203.0.113.7";
    private static final String BOB = "203.0.113.8";
    private static final String FUNNELS = "/api/v1/sites/shop/saved-funnels";

    private void put(String path, String body, int status) throws Exception {
        var answer = send(put("/api/v1/sites/shop" + path, body));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    }

    private void buy(String visitor, String amount, Instant at) throws Exception {
        take(
                visitor,
                "{\"n\":\"Buy\",\"u\":\"https://shop.example/cart\",\"d\":\"shop\",\"id\":\"%s\",\"p\":{\"amount\":%s}}"
                        .formatted(ulid(at), amount));
    }

    private JsonNode goal(String name) throws Exception {
        for (JsonNode row : ask("/breakdown?by=goal&period=today").path("rows")) {
            if (row.path("value").asText().equals(name)) {
                return row;
            }
        }
        throw new AssertionError("the goal was not met: " + name);
    }

    @Test
    void goalByPathPatternIsMetByItsPagesOnly() throws Exception {
        put("/goals/post", "{\"kind\":\"page\",\"match\":\"stars\",\"pattern\":\"/blog/*\"}", 200);
        put("/goals/shop", "{\"kind\":\"page\",\"match\":\"stars\",\"pattern\":\"/product/**\"}", 200);
        view(ALICE, "/blog/a", NOON.minusSeconds(50));
        view(ALICE, "/blog/a/b", NOON.minusSeconds(40));
        view(BOB, "/blog", NOON.minusSeconds(30));
        view(BOB, "/product/a/b", NOON.minusSeconds(20));
        view(ALICE, "/product/a", NOON.minusSeconds(10));
        catchUp();
        assertThat(goal("/blog/*").path("count").asInt()).isEqualTo(1);
        assertThat(goal("/product/**").path("count").asInt()).isEqualTo(2);
        assertThat(goal("/product/**").path("visitors").asInt()).isEqualTo(2);
    }

    @Test
    void valueOfAGoalIsTheSumOfAProperty() throws Exception {
        put("/goals/buy", "{\"kind\":\"event\",\"pattern\":\"Buy\",\"value\":\"amount\",\"currency\":\"EUR\"}", 200);
        assertThat(ask("/goals/buy").toString()).contains("\"value\":\"amount\",\"currency\":\"EUR\"");
        buy(ALICE, "19.9", NOON.minusSeconds(50));
        buy(BOB, "\"5.10\"", NOON.minusSeconds(40));
        buy(BOB, "\"a lot\"", NOON.minusSeconds(30));
        catchUp();
        JsonNode met = goal("Buy");
        assertThat(met.path("count").asInt()).isEqualTo(3);
        assertThat(met.path("revenue").toString()).isEqualTo("{\"EUR\":25}");
    }

    @Test
    void valueThatCannotBeIsRefused() throws Exception {
        assertRefused(
                400,
                "goal.value",
                put("/api/v1/sites/shop/goals/x", "{\"kind\":\"page\",\"pattern\":\"/\",\"value\":\"amount\"}"));
        assertRefused(
                400,
                "goal.currency",
                put(
                        "/api/v1/sites/shop/goals/x",
                        "{\"kind\":\"event\",\"pattern\":\"Buy\",\"value\":\"amount\",\"currency\":\"euro\"}"));
        put("/goals/x", "{\"kind\":\"event\",\"pattern\":\"Buy\",\"value\":\"amount\"}", 200);
        assertThat(ask("/goals/x").path("currency").asText()).isEqualTo("XXX");
    }

    @Test
    void savedFunnelCountsItsGoalsInItsOrder() throws Exception {
        put("/saved-funnels/checkout", "{\"name\":\"Checkout\",\"goalIds\":[\"signup\",\"prices\"]}", 200);
        view(ALICE, "/prices", NOON.minusSeconds(50));
        happen(ALICE, "Sign up", NOON.minusSeconds(40));
        happen(BOB, "Sign up", NOON.minusSeconds(30));
        view(BOB, "/prices", NOON.minusSeconds(20));
        catchUp();
        JsonNode funnel = ask("/funnels?funnel=checkout&period=today");
        assertThat(funnel.path("steps").findValuesAsText("goalId")).containsExactly("signup", "prices");
        assertThat(funnel.path("steps").findValuesAsText("visitors")).containsExactly("2", "1");
        assertThat(ask("/funnels?steps=signup,prices&period=today")).isEqualTo(funnel);
    }

    @Test
    void funnelsAreListedReplacedAndDeleted() throws Exception {
        put("/saved-funnels/b", "{\"goalIds\":[\"signup\",\"prices\"]}", 200);
        put("/saved-funnels/a", "{\"name\":\"First\",\"goalIds\":[\"prices\",\"signup\"]}", 200);
        put("/saved-funnels/b", "{\"name\":\"Second\",\"goalIds\":[\"prices\",\"signup\"]}", 200);
        JsonNode funnels = ask("/saved-funnels").path("funnels");
        assertThat(funnels.findValuesAsText("funnelId")).containsExactly("a", "b");
        assertThat(funnels.findValuesAsText("name")).containsExactly("First", "Second");
        assertThat(send(delete(FUNNELS + "/a")).statusCode()).isEqualTo(204);
        assertRefused(404, "ask.not-found", delete(FUNNELS + "/a"));
        assertRefused(404, "ask.not-found", request("/api/v1/sites/shop/funnels?funnel=a"));
        assertRefused(400, "ask.missing", request("/api/v1/sites/shop/funnels"));
        store.deleteSite("shop");
        assertThat(store.funnels("shop")).isEmpty();
    }

    @Test
    void invalidFunnelsAreRefused() throws Exception {
        assertRefused(400, "funnel.steps", put(FUNNELS + "/x", "{\"goalIds\":[\"prices\"]}"));
        assertRefused(400, "funnel.steps", put(FUNNELS + "/x", "{}"));
        assertRefused(400, "funnel.steps", put(FUNNELS + "/x", "{\"goalIds\":\"prices\"}"));
        assertRefused(400, "funnel.steps", put(FUNNELS + "/x", "{\"goalIds\":[\"prices\",\"prices\"]}"));
        assertRefused(400, "funnel.goal", put(FUNNELS + "/x", "{\"goalIds\":[\"prices\",\"none\"]}"));
        assertRefused(400, "funnel.name", put(FUNNELS + "/x", "{\"name\":\" \",\"goalIds\":[\"prices\",\"signup\"]}"));
    }
}
