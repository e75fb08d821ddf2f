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
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        int status = new SimProof(new PrintStream(printed, true, UTF_8))
                .run(new String[] {"--seeds", "3", "--steps", "80", "--engine", "rocksdb"});
        assertThat(status).as(printed.toString(UTF_8)).isZero();
        assertThat(printed.toString(UTF_8))
                .contains("3 seeds x 80 steps on rocksdb: every row matches the accepted writes");
    }
}
