package dev.varve.iot;

import dev.varve.engine.Engine;
import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.MutableClock;

class MemoryFleetTest extends AllFleetContracts {

    @Override
    Engine newEngine(MutableClock clock) {
        return new MemoryEngine(clock);
    }
}
