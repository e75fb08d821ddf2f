package dev.varve.proofs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class MainTest {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Test
    void nameStartsItsProofWithTheOtherArguments() throws Exception {
        assertThat(run("sum", "3", "4")).isEqualTo(7);
    }

    @Test
    void unknownNameListsTheProofsAndExitsWith2() throws Exception {
        assertThat(run("nonsense")).isEqualTo(2);
        assertThat(printed.toString(UTF_8)).contains("no proof is named 'nonsense'", "sum A B");
    }

    @Test
    void helpListsTheProofs() throws Exception {
        assertThat(run("--help")).isZero();
        assertThat(printed.toString(UTF_8)).contains("sum A B");
    }

    private int run(String... args) throws Exception {
        return Main.run(List.of(new Sum()), args, new PrintStream(printed, true, UTF_8));
    }

    private record Sum() implements Proof {

        @Override
        public String name() {
            return "sum";
        }

        @Override
        public String usage() {
            return "A B";
        }

        @Override
        public int run(String[] args) {
            return Integer.parseInt(args[0]) + Integer.parseInt(args[1]);
        }
    }
}
