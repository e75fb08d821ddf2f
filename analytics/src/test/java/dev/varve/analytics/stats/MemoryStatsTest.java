package dev.varve.analytics.stats;

import dev.varve.engine.Engine;
import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.MutableClock;
import java.time.Duration;
import org.junit.jupiter.api.Nested;

class MemoryStatsTest extends StatsContracts {

    @Override
    Engine newEngine(MutableClock clock) {
        return new MemoryEngine(clock);
    }

    @Override
    int seeds() {
        return 12;
    }

    @Override
    int sessions() {
        return 25;
    }

    @Override
    Duration afterwards() {
        return Duration.ofDays(20);
    }

    @Nested
    class OfCost extends StatsCostContract {
        @Override
        Engine newEngine(MutableClock clock) {
            return MemoryStatsTest.this.newEngine(clock);
        }
    }
}
