package dev.varve.server.sites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.Engine;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.Capacity;
import dev.varve.testkit.CountingEngine;
import dev.varve.testkit.MutableClock;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExplainedTest extends SitesFixture {

    private @Nullable CountingEngine engine;

    @Override
    Engine newEngine(MutableClock newClock) {
        engine = new CountingEngine(new MemoryEngine(newClock));
        return engine;
    }

    @Test
    void explainReadsOnlyTheSiteAndTheGoalsOfAFilter() throws Exception {
        CountingEngine counted = Objects.requireNonNull(engine);
        counted.reset();
        ask("/stats?explain=true");
        assertThat(counted.itemsFetched()).as("the site").isEqualTo(1);
        assertThat(counted.queries()).isZero();
        counted.reset();
        for (String path : List.of(
                "/stats?period=12mo",
                "/timeseries?filters=page:is:/",
                "/breakdown?by=page",
                "/breakdown?by=goal",
                "/funnels?steps=prices,signup",
                "/realtime?")) {
            ask(path + "&explain=true");
        }
        assertThat(counted.used()).isEqualTo(Capacity.NONE);
        assertThat(counted.queries()).isZero();
        ask("/stats?filters=goal:is:Prices&explain=true");
        assertThat(counted.queries()).as("the goals").isEqualTo(1);
    }
}
