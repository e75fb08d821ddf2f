package dev.varve.engine.rocksdb;

import dev.varve.engine.Engine;
import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import java.time.Duration;

/** Opens the embedded engine under test in its own directory. */
final class RocksDbHarness implements EngineHarness {

    private static final int KEPT_CHANGES = 500;

    private final MutableClock clock = new MutableClock();
    private final RocksDbEngine engine;

    RocksDbHarness(Path directory) {
        engine = RocksDbEngine.open(
                directory,
                RocksDbOptions.defaults()
                        .clock(clock)
                        .durability(Durability.WRITTEN_TO_OS)
                        .changeLog(new ChangeLogCap(Long.MAX_VALUE, KEPT_CHANGES, Duration.ofDays(7)))
                        .withoutSweeper());
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
        engine.trimChanges();
    }
}
