package dev.varve.engine.rocksdb;

import dev.varve.core.table.Engine;
import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;

/** The embedded engine under test, in a directory of its own. */
final class RocksDbHarness implements EngineHarness {

    private final MutableClock clock = new MutableClock();
    private final RocksDbEngine engine;

    RocksDbHarness(Path directory) {
        engine = RocksDbEngine.open(
                directory,
                RocksDbOptions.defaults()
                        .clock(clock)
                        .durability(Durability.WRITTEN_TO_OS)
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
}
