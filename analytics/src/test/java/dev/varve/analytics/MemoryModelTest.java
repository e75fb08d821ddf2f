package dev.varve.analytics;

import dev.varve.core.memory.MemoryEngine;
import dev.varve.core.table.Engine;
import dev.varve.testkit.MutableClock;

class MemoryModelTest extends ModelContracts {

    @Override
    Engine newEngine(MutableClock clock) {
        return new MemoryEngine(clock);
    }
}
