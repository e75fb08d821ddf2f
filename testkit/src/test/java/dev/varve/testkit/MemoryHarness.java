package dev.varve.testkit;

import dev.varve.core.memory.MemoryEngine;
import dev.varve.core.table.Engine;

/** The reference engine under test. */
final class MemoryHarness implements EngineHarness {

    private final MutableClock clock = new MutableClock();
    private final MemoryEngine engine = new MemoryEngine(clock);

    @Override
    public Engine engine() {
        return engine;
    }

    @Override
    public MutableClock clock() {
        return clock;
    }

    @Override
    public boolean canRemoveExpired() {
        return true;
    }

    @Override
    public void removeExpired() {
        engine.sweepExpired();
    }
}
