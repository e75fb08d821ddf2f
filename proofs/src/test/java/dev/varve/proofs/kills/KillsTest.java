package dev.varve.proofs.kills;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KillsTest {

    @Test
    void rowsAreExactAfterTheirProcessWasKilled() throws Exception {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        int status =
                new KillsProof(new PrintStream(told, true, StandardCharsets.UTF_8)).run(new String[] {"--rounds", "2"});
        assertThat(status).as(told.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(told.toString(StandardCharsets.UTF_8)).contains("none wrong");
    }
}
