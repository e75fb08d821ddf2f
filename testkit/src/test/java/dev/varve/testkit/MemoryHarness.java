package dev.varve.testkit;

import dev.varve.core.item.Item;
import dev.varve.core.memory.MemoryEngine;
import dev.varve.core.table.BlockingTable;
import dev.varve.core.table.Engine;

/** The reference engine under test. */
final class MemoryHarness implements EngineHarness {

    private static final int KEPT_CHANGES = 500;

    private final MutableClock clock = new MutableClock();
    private final MemoryEngine engine = new MemoryEngine(clock, KEPT_CHANGES);

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
