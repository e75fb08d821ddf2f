package dev.varve.testkit;

import dev.varve.engine.Engine;
import dev.varve.memory.MemoryEngine;
import java.util.function.UnaryOperator;

/** The reference engine under test, alone or inside a decorator. */
public class MemoryHarness extends EmbeddedHarness {

    private final MemoryEngine memory = new MemoryEngine(clock(), KEPT_CHANGES);
    private final Engine engine;

    public MemoryHarness() {
        this(engine -> engine);
    }

    /** Makes a harness of the reference engine inside a decorator. */
    public MemoryHarness(UnaryOperator<Engine> decorator) {
        engine = decorator.apply(memory);
    }

    @Override
    public Engine engine() {
        return engine;
    }

    @Override
    public void removeExpired() {
        memory.sweepExpired();
    }
}
