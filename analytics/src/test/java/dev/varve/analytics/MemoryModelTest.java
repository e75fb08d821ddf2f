package dev.varve.analytics;

import dev.varve.engine.Engine;
import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.MutableClock;

class MemoryModelTest extends ModelContracts {

    @Override
    Engine newEngine(MutableClock clock) {
        return new MemoryEngine(clock);
    }
}
