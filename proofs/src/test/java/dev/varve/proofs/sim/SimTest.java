package dev.varve.proofs.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class SimTest {

    @Test
    void rowsAreExactOnTheEmbeddedEngine() throws IOException {
        assertExact("--seeds", "3", "--steps", "80", "--engine", "rocksdb");
    }

    @Test
    void rowsOfPackedEventsAreExactOnTheEmbeddedEngine() throws IOException {
        assertExact("--packed", "--seeds", "3", "--steps", "80", "--engine", "rocksdb");
    }

    private static void assertExact(String... arguments) throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        int status = new SimProof(new PrintStream(printed, true, UTF_8)).run(arguments);
        assertThat(status).as(printed.toString(UTF_8)).isZero();
        assertThat(printed.toString(UTF_8))
                .contains("3 seeds x 80 steps on rocksdb: every row matches the accepted writes");
    }
}
