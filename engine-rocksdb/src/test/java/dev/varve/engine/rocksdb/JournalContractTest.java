package dev.varve.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.Journal;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.contract.table.JournalContract;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The journals of the embedded engine pass the contract, and the audit accepts them. */
class JournalContractTest {

    private static final long SMALL_BUFFER = 1024 * 1024;

    /** Records stay in memory. */
    @Nested
    class InMemory extends Kept {
        InMemory() {
            super(Databases.options(new MutableClock()));
        }
    }

    /** Records are written to files at once. */
    @Nested
    class InFiles extends Kept {
        InFiles() {
            super(Databases.options(new MutableClock()).writeBuffer(SMALL_BUFFER));
        }
    }

    abstract static class Kept extends JournalContract {

        private final RocksDbOptions options;

        @TempDir
        private Path directory;

        private @Nullable RocksDbEngine engine;

        Kept(RocksDbOptions options) {
            this.options = options;
        }

        @Override
        protected Journal journal(String name) {
            if (engine == null) {
                engine = RocksDbEngine.open(directory, options);
                engine.open(Databases.SCHEMA).join();
            }
            return engine.journal(Databases.SCHEMA, name).orElseThrow();
        }

        @Override
        protected void reopen() {
            Objects.requireNonNull(engine, "nothing was opened").close();
            engine = null;
        }

        @AfterEach
        void auditAndClose() {
            if (engine != null) {
                try (RocksDbEngine last = engine) {
                    assertThat(last.audit().problems()).isEmpty();
                }
            }
        }
    }
}
