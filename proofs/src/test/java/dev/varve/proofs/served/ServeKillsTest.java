package dev.varve.proofs.served;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ServeKillsTest {

    @Test
    void killedServerLosesNoAcknowledgedData() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        int status = new ServeKillsProof(new PrintStream(printed, true, UTF_8))
                .run(new String[] {"--rounds", "1", "--requests", "60"});
        assertThat(status).as(printed.toString(UTF_8)).isZero();
        assertThat(printed.toString(UTF_8)).contains("none lost", "none wrong");
    }
}
