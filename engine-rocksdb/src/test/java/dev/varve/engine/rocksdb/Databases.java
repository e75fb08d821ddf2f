package dev.varve.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.error.VarveException;
import dev.varve.table.BlockingTable;
import dev.varve.table.TableSchema;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Shared fixtures and assertions of this module's tests. */
final class Databases {

    static final TableSchema SCHEMA =
            TableSchema.named("readings").index("gsi1", "gsi1pk", "gsi1sk").build();

    private Databases() {}

    static RocksDbOptions options(MutableClock clock) {
        return RocksDbOptions.defaults()
                .clock(clock)
                .durability(Durability.WRITTEN_TO_OS)
                .withoutSweeper();
    }

    static RocksDbEngine open(Path directory) {
        return RocksDbEngine.open(directory, options(new MutableClock()));
    }

    static BlockingTable readings(RocksDbEngine engine) {
        return engine.open(SCHEMA).join().blocking();
    }

    static <E extends VarveException> void assertFails(
            Class<E> type, String code, String message, ThrowingCallable call) {
        E error = catchThrowableOfType(type, call);
        assertThat(error).as("no %s was thrown", type.getSimpleName()).isNotNull();
        assertThat(error.code()).isEqualTo(code);
        assertThat(error).hasMessage(message);
    }
}
