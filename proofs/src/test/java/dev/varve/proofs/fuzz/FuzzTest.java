package dev.varve.proofs.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Rejected;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class FuzzTest {

    @Test
    void randomInputIsReadCorrectlyOrRejected() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        int status = new FuzzProof(new PrintStream(printed, true, UTF_8)).run(new String[] {"--count", "10000"});
        assertThat(status).as(printed.toString(UTF_8)).isZero();
        assertThat(printed.toString(UTF_8)).contains("line: spoiled, refused", "fuzz: 10000 texts");
    }

    @Test
    void failureIsReportedWithItsSeed() throws Exception {
        assertThat(failure(text -> text.charAt(4))).contains("seed", "StringIndexOutOfBounds");
        assertThat(failure(text -> text.equals("good") ? "bad" : "any")).contains("read as");
        assertThat(failure(text -> List.of(new byte[50_000_000].length))).contains("bytes allocated");
        assertThat(failure(text -> {
                    throw new Rejected("a.b", "never");
                }))
                .contains("a valid text is rejected");
    }

    private static String failure(Function<String, Object> reading) throws Exception {
        FuzzTarget target = new FuzzTarget() {
            @Override
            public String name() {
                return "one";
            }

            @Override
            public Trial<?> draw(dev.varve.testkit.random.Draw draw) {
                return new Trial<>("good", reading, "good");
            }
        };
        return String.valueOf(new Fuzz(List.of(target)).run(1, 1_000));
    }
}
