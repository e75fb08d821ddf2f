package dev.varve.proofs.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.table.BlockingTable;
import dev.varve.table.Journal;
import dev.varve.table.Table;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalCrashAuditTest {

    private static final JournalSteps STEPS = new JournalSteps(1, 0);
    private static final int DONE = 40;

    @TempDir
    private Path directory;

    @Test
    void auditIsCleanWithAndWithoutAnUnacknowledgedStep() {
        assertThat(auditAfter(DONE, (journal, table) -> {})).isEmpty();
        assertThat(auditAfter(DONE - 1, (journal, table) -> {})).isEmpty();
    }

    @Test
    void auditFindsALostRecord() {
        assertThat(auditAfter(DONE, (journal, table) -> journal.trim(DONE).join()))
                .anyMatch(problem -> problem.startsWith("journal: records"));
    }

    @Test
    void auditFindsALostDeferredRow() {
        assertThat(auditAfter(DONE, (journal, table) -> table.delete(STEPS.key(3))))
                .containsExactly("journal: the deferred row of step 3 is missing");
    }

    @Test
    void auditFindsAForeignRecord() {
        assertThat(auditAfter(
                        DONE, (journal, table) -> journal.append(new byte[9]).join()))
                .isNotEmpty();
    }

    /** Runs the steps, tampers with the result, and audits it as if this many steps had been acknowledged. */
    private List<String> auditAfter(int acknowledged, BiConsumer<Journal, BlockingTable> tampering) {
        Path folder = directory.resolve("db" + acknowledged);
        try (RocksDbEngine engine = RocksDbEngine.open(folder)) {
            Table table = JournalSteps.table(engine);
            Journal journal = JournalSteps.journal(engine);
            for (int step = 0; step < DONE; step++) {
                STEPS.run(journal, table.deferred(), step);
            }
            tampering.accept(journal, table.blocking());
            return new JournalCrashAudit().of(engine, STEPS, acknowledged);
        }
    }
}
