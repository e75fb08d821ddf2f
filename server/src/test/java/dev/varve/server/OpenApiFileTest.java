package dev.varve.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.memory.MemoryEngine;
import dev.varve.server.docs.OpenApiWriter;
import dev.varve.testkit.MutableClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Compares the committed description of the API with the one generated from routes and records. */
class OpenApiFileTest {

    private static final Path FILE = Path.of("src/main/resources/dev/varve/server/openapi.yaml");

    /** Set to write the file instead of comparing it. */
    private static final String WRITE = "openapi.write";

    private static final String COMMAND =
            "mvn -pl server -am test -Dtest=OpenApiFileTest -Dsurefire.failIfNoSpecifiedTests=false -Dopenapi.write=true";

    @Test
    void committedDescriptionIsTheGeneratedOne() throws Exception {
        MutableClock clock = new MutableClock(Instant.parse("2060-04-20T14:00:00Z"));
        ServiceOptions options = ServiceOptions.onLoopback(0);
        String generated;
        try (ServerDatabase database = ServerDatabase.open(new MemoryEngine(clock), "varve", clock);
                Service service = Service.start(database, options)) {
            generated = OpenApiWriter.yaml(service.routes(options), service.streams());
        }
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(FILE, generated);
        }
        assertThat(Files.readString(FILE))
                .as("the description differs from routes and records; write it with: " + COMMAND)
                .isEqualTo(generated);
    }
}
