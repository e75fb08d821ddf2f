package dev.varve.testkit;

import dev.varve.engine.Engine;
import dev.varve.item.Item;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.BlockingTable;
import java.util.function.BiFunction;

/** The reference engine under test, alone or inside a decorator. */
public class MemoryHarness implements EngineHarness {

    private static final int KEPT_CHANGES = 500;

    private final MutableClock clock = new MutableClock();
    private final MemoryEngine memory = new MemoryEngine(clock, KEPT_CHANGES);
    private final Engine engine;

    public MemoryHarness() {
        engine = memory;
    }

    /** Makes a harness of the reference engine inside a decorator. */
    public MemoryHarness(BiFunction<Engine, MutableClock, Engine> decorator) {
        engine = decorator.apply(memory, clock);
    }

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
        memory.sweepExpired();
    }

    @Override
    public boolean canTrimFeed() {
        return true;
    }

    @Override
    public void trimFeed(BlockingTable table) {
        for (int i = 0; i < KEPT_CHANGES; i++) {
            table.put(Item.of("pk", "trim", "sk", "trim", "v", i));
        }
    }
}
