package dev.varve.examples;

import dev.varve.core.memory.MemoryEngine;
import dev.varve.core.table.Engine;
import dev.varve.testkit.MutableClock;

class MemoryExamplesTest extends ExamplesContract {

    @Override
    Engine newEngine(MutableClock clock) {
        return new MemoryEngine(clock);
    }
}
