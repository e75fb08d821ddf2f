package dev.varve.proofs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A change of the exported API is a change of {@code docs/api.txt}, so that reviews see it. */
@Tag("fast")
class ApiListTest {

    private static final Path FILE = Path.of("..", "docs", "api.txt");

    @Test
    void listOfTheExportedApiIsUpToDate() throws IOException {
        String now = ApiList.text();
        if ("write".equals(System.getProperty("varve.api"))) {
            Files.writeString(FILE, now);
        }
        assertThat(Files.readString(FILE))
                .as("docs/api.txt; its first lines say how to write it again")
                .isEqualTo(now);
    }
}
