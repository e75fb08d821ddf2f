package dev.varve.engine.rocksdb;

import static dev.varve.engine.rocksdb.Databases.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Rejected;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksDbOptionsTest {

    private final RocksDbOptions defaults = RocksDbOptions.defaults();

    @Test
    void defaultsSurvivePowerLoss() {
        assertThat(defaults.durability()).isEqualTo(Durability.SYNCED);
        assertThat(defaults.changeLog()).isEqualTo(ChangeLogCap.DEFAULT);
        assertThat(defaults.withoutSweeper().sweepInterval()).isNull();
    }

    @Test
    void tooLittleMemoryIsRefused() {
        assertFails(
                Rejected.class,
                "rocksdb.memory",
                "block cache (1000 bytes) and write buffer (33554432 bytes) need at least 1 MB each",
                () -> defaults.blockCache(1000));
    }

    @Test
    void sweepIntervalMustBePositive() {
        assertFails(
                Rejected.class,
                "rocksdb.sweep-interval",
                "the sweep interval is PT0S; it must be longer than 0. To turn sweeping off, use withoutSweeper()",
                () -> defaults.sweepEvery(Duration.ZERO));
    }

    @Test
    @SuppressWarnings("NullAway") // A caller without null checks can pass null.
    void invalidSweepIntervalIsRefused() {
        assertFails(
                Rejected.class,
                "rocksdb.sweep-interval",
                "the sweep interval is PT2562047788015215H30M7S; it must be longer than 0 and at most 365 days",
                () -> defaults.sweepEvery(Duration.ofSeconds(Long.MAX_VALUE)));
        assertFails(
                Rejected.class,
                "rocksdb.sweep-interval",
                "the sweep interval is null; to turn sweeping off, use withoutSweeper()",
                () -> defaults.sweepEvery(null));
        assertFails(
                Rejected.class,
                "rocksdb.change-log-cap",
                "the limits of the change log must be 0 or more; given 1 bytes, 5 changes and age null",
                () -> new ChangeLogCap(1, 5, null));
    }

    @Test
    void longestSweepIntervalWorks(@TempDir Path root) {
        try (RocksDbEngine engine = RocksDbEngine.open(root, defaults.sweepEvery(Duration.ofDays(365)))) {
            assertThat(engine.sweepExpired()).isZero();
        }
    }

    @Test
    void diskReserveIsZeroOrMore() {
        assertThat(defaults.diskReserve(0).diskReserveBytes()).isZero();
        assertFails(
                Rejected.class,
                "rocksdb.disk-reserve",
                "the disk reserve is -1 bytes; it must be from 0 (no reserve) to 1125899906842624",
                () -> defaults.diskReserve(-1));
        assertFails(
                Rejected.class,
                "rocksdb.disk-reserve",
                "the disk reserve is 9223372036854775807 bytes; it must be from 0 (no reserve) to 1125899906842624",
                () -> defaults.diskReserve(Long.MAX_VALUE));
    }

    @Test
    void capIsNotNegative() {
        assertFails(
                Rejected.class,
                "rocksdb.change-log-cap",
                "the limits of the change log must be 0 or more; given -1 bytes, 5 changes and age PT1M",
                () -> new ChangeLogCap(-1, 5, Duration.ofMinutes(1)));
    }
}
