package dev.varve.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.memory.MemoryEngine;
import dev.varve.schema.Schema;
import dev.varve.testkit.MutableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class QuickStartTest {

    private static final Path SOURCE = Path.of("src/main/java/dev/varve/examples/QuickStart.java");

    @Test
    void findsTheReadingsOfTheLastHour() {
        MutableClock clock = new MutableClock();
        try (Varve db = Varve.open(new MemoryEngine(clock), Schema.of("telemetry", QuickStart.READINGS))) {
            assertThat(QuickStart.run(db, clock.instant())).hasSize(1);
            clock.advance(Duration.ofMinutes(59));
            assertThat(QuickStart.run(db, clock.instant())).hasSize(2);
            assertThat(QuickStart.run(db, clock.instant())).hasSize(2);
            clock.advance(Duration.ofMinutes(1));
            assertThat(QuickStart.run(db, clock.instant())).hasSize(2);
        }
    }

    @Test
    void theReadmeShowsThisProgram() throws IOException {
        String region = Regions.of(SOURCE, "README").get(0);

        assertThat(region.lines().filter(line -> !line.isBlank())).hasSizeLessThan(20);
        assertThat(Files.readString(Path.of("../README.md"))).contains("```java\n" + region + "\n```");
    }
}
