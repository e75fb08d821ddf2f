package dev.varve.server;

import dev.varve.core.memory.MemoryEngine;
import dev.varve.core.table.Engine;
import dev.varve.testkit.MutableClock;

class MemoryAlertTest extends AlertContract {

    @Override
    Engine newEngine(MutableClock engineClock) {
        return new MemoryEngine(engineClock);
    }
}
