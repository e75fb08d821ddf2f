package dev.varve.testkit;

import dev.varve.item.Item;
import dev.varve.table.BlockingTable;

/**
 * A harness of an embedded engine, which removes expired items on demand and keeps at most {@link #KEPT_CHANGES} changes
 * of a table.
 */
public abstract class EmbeddedHarness implements EngineHarness {

    /** The number of changes of a table that the engine keeps. */
    public static final int KEPT_CHANGES = 500;

    private final MutableClock clock = new MutableClock();

    @Override
    public final MutableClock clock() {
        return clock;
    }

    @Override
    public final boolean canRemoveExpired() {
        return true;
    }

    @Override
    public abstract void removeExpired();

    @Override
    public final boolean canTrimFeed() {
        return true;
    }

    /** Writes as many changes as the engine keeps, so that older ones are dropped. */
    @Override
    public void trimFeed(BlockingTable table) {
        for (int i = 0; i < KEPT_CHANGES; i++) {
            table.put(Item.of("pk", "trim", "sk", "trim", "v", i));
        }
    }
}
