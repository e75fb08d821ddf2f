package dev.varve.analytics.stats;

import dev.varve.core.memory.MemoryEngine;
import dev.varve.core.table.Engine;
import dev.varve.testkit.MutableClock;

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
    int visits() {
        return 25;
    }
}
