package dev.varve.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickStartTest {

    private static final Path SOURCE = Path.of("src/main/java/dev/varve/examples/QuickStart.java");

    @Test
    void findsTheReadingsOfTheRangeAlsoTheSecondTime(@TempDir Path directory) {
        for (int time = 0; time < 2; time++) {
            assertThat(QuickStart.run(directory.resolve("data")))
                    .extracting(reading -> reading.at().toString())
                    .containsExactly("2026-01-31T14:00:00Z", "2026-02-28T14:00:00Z");
        }
    }

    @Test
    void theReadmeShowsThisProgram() throws IOException {
        String source = Files.readString(SOURCE);
        String region = source.substring(
                source.indexOf("// README: quick start\n") + "// README: quick start\n".length(),
                source.indexOf("    // README: end"));

        assertThat(Files.readString(Path.of("../README.md")))
                .contains("```java\n" + region.stripTrailing().stripIndent() + "\n```");
    }
}
