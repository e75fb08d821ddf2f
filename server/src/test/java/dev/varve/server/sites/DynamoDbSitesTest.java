package dev.varve.server.sites;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.engine.Engine;
import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.DynamoDbLocal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A hit from a browser to statistics, on DynamoDB Local. */
class DynamoDbSitesTest extends SitesFixture {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    @Override
    Engine newEngine(MutableClock newClock) {
        return DynamoDbEngine.builder()
                .clock(newClock)
                .tableTimeout(Duration.ofSeconds(10))
                .streams(LOCAL.database().streams())
                .over(LOCAL.client());
    }

    @Test
    void eventsBecomeStatisticsAndAreErased() throws Exception {
        view("198.51.100.1", "/", NOON.minusSeconds(120));
        view("198.51.100.1", "/pricing", NOON.minusSeconds(60));
        view("198.51.100.2", "/", NOON.minusSeconds(30));
        catchUp();
        JsonNode metrics = ask("/stats?period=today&compare=none").path("metrics");
        assertThat(metrics.path("visitors").path("value").asInt()).isEqualTo(2);
        assertThat(metrics.path("pageViews").path("value").asInt()).isEqualTo(3);
        assertThat(ask("/breakdown?period=today&filters=goal:is:Prices")
                        .path("rows")
                        .findValuesAsText("value"))
                .containsExactly("/", "/pricing");
        assertThat(ask("/stats?period=today&explain=true")
                        .path("capacity")
                        .path("read")
                        .asDouble())
                .isPositive();
        String visitor = store.pageViews("shop", NOON.minusSeconds(120), NOON.minusSeconds(119))
                .list()
                .get(0)
                .visitorId();
        JsonNode erased = json(send(delete("/api/v1/sites/shop/visitors/" + visitor)));
        assertThat(erased.path("pageViews").asInt()).isEqualTo(2);
        assertThat(ask("/realtime").path("visitors30").asInt()).isEqualTo(1);
    }
}
