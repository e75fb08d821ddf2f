package dev.varve.proofs.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.series.OpenSeries;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackedCrashAuditTest {

    private static final PackedSteps STEPS = new PackedSteps(1, 0);
    private static final int RUN = 30;

    @TempDir
    Path directory;

    @Test
    void auditIsCleanWithAndWithoutAnUnacknowledgedBatch() {
        assertThat(problems(RUN, readings -> {})).isEmpty();
        assertThat(problems(RUN - 1, readings -> {})).isEmpty();
    }

    @Test
    void auditFindsALostReading() {
        assertThat(problems(RUN, readings -> readings.delete(STEPS.batch(3).get(0))))
                .hasSize(2)
                .allMatch(problem -> problem.startsWith("packed: ") && problem.contains("is missing"));
    }

    @Test
    void auditFindsALostBatch() {
        assertThat(problems(RUN + 1, readings -> {})).isNotEmpty();
    }

    /** Runs the steps, tampers with the readings, and audits them. */
    private List<String> problems(int acknowledged, Consumer<OpenSeries<PackedSteps.Reading>> tampering) {
        Path folder = directory.resolve("db-" + acknowledged);
        try (Varve db = PackedSteps.open(RocksDbEngine.open(folder))) {
            OpenSeries<PackedSteps.Reading> readings = PackedSteps.readings(db);
            for (int step = 0; step < RUN; step++) {
                STEPS.run(readings, step);
            }
            tampering.accept(readings);
        }
        try (RocksDbEngine engine = RocksDbEngine.open(folder)) {
            return PackedCrashAudit.of(engine, STEPS, acknowledged);
        }
    }
}
