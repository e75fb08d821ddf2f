package dev.varve.server.sites;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.engine.Engine;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.Capacity;
import dev.varve.table.Consistency;
import dev.varve.table.Get;
import dev.varve.table.GetResult;
import dev.varve.table.Table;
import dev.varve.testkit.InterceptedEngine;
import dev.varve.testkit.MutableClock;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Sites in a table whose eventually consistent reads find nothing yet. */
class LateReadsTest extends SitesFixture {

    @Override
    Engine newEngine(MutableClock newClock) {
        return new InterceptedEngine(new MemoryEngine(newClock)) {
            @Override
            protected Object intercept(Table table, Method method, Object[] arguments) throws Throwable {
                return arguments != null && arguments[0] instanceof Get get && get.consistency() == Consistency.EVENTUAL
                        ? CompletableFuture.completedFuture(new GetResult(null, Capacity.NONE))
                        : pass(table, method, arguments);
            }
        };
    }

    @Test
    void siteChangedRightAfterItsCreationKeepsOtherProperties() throws Exception {
        send(put("/api/v1/sites/docs", "{\"name\":\"Handbook\",\"domains\":[\"docs.example\"]}"));
        JsonNode changed = json(send(put("/api/v1/sites/docs", "{\"timezone\":\"Europe/Berlin\"}")));
        assertThat(changed.path("name").asText()).isEqualTo("Handbook");
        assertThat(changed.path("domains").toString()).isEqualTo("[\"docs.example\"]");
        assertThat(changed.path("timezone").asText()).isEqualTo("Europe/Berlin");
    }
}
