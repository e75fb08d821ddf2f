package dev.varve.examples;

import dev.varve.engine.Engine;
import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.MutableClock;

class MemoryExamplesTest extends ExamplesContract {

    @Override
    Engine newEngine(MutableClock clock) {
        return new MemoryEngine(clock);
    }
}
