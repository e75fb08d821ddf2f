package dev.varve.proofs.kills;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KillsTest {

    @Test
    void rowsAreExactAfterProcessesWereKilled() throws Exception {
        assertExact("--rounds", "2");
    }

    @Test
    void packedReadingsAreThereOnceAfterProcessesWereKilled() throws Exception {
        assertExact("--rounds", "2", "--packed");
    }

    private static void assertExact(String... arguments) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        int status = new KillsProof(new PrintStream(printed, true, StandardCharsets.UTF_8)).run(arguments);
        assertThat(status).as(printed.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("none wrong");
    }
}
