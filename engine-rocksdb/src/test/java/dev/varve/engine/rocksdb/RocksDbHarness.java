package dev.varve.engine.rocksdb;

import dev.varve.engine.Engine;
import dev.varve.table.BlockingTable;
import dev.varve.testkit.EmbeddedHarness;
import java.nio.file.Path;
import java.time.Duration;

/** Opens the embedded engine under test in its own directory. */
final class RocksDbHarness extends EmbeddedHarness {

    private final RocksDbEngine engine;

    RocksDbHarness(Path directory) {
        engine = RocksDbEngine.open(
                directory,
                RocksDbOptions.defaults()
                        .clock(clock())
                        .durability(Durability.WRITTEN_TO_OS)
                        .changeLog(new ChangeLogCap(Long.MAX_VALUE, KEPT_CHANGES, Duration.ofDays(7)))
                        .withoutSweeper());
    }

    @Override
    public Engine engine() {
        return engine;
    }

    @Override
    public void removeExpired() {
        engine.sweepExpired();
    }

    @Override
    public void trimFeed(BlockingTable table) {
        super.trimFeed(table);
        engine.trimChanges();
    }
}
