package dev.varve.iot;

import dev.varve.core.memory.MemoryEngine;
import dev.varve.core.table.Engine;
import dev.varve.testkit.MutableClock;

class MemoryFleetTest extends AllFleetContracts {

    @Override
    Engine newEngine(MutableClock clock) {
        return new MemoryEngine(clock);
    }
}
