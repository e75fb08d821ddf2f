package dev.varve.server;

import dev.varve.engine.Engine;
import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.MutableClock;

class MemoryChannelTest extends ChannelContract {

    @Override
    Engine newEngine(MutableClock engineClock) {
        return new MemoryEngine(engineClock);
    }
}
