package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.testkit.local.DynamoDbLocal;
import dev.varve.testkit.local.LocalDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsCredentials;

/** The commands on a table in DynamoDB. */
class TableTest {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path temporary;

    @BeforeEach
    void setCredentials() {
        AwsCredentials keys = LOCAL.database().credentials().resolveCredentials();
        System.setProperty("aws.accessKeyId", keys.accessKeyId());
        System.setProperty("aws.secretAccessKey", keys.secretAccessKey());
    }

    @AfterEach
    void clearCredentials() {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }

    @Test
    void onlyWritingCreatesTheTable() throws Exception {
        assertThat(run("devices")).isEqualTo(3);
        assertThat(err.toString()).contains("there is no table telemetry");

        Path file = temporary.resolve("r.lp");
        Files.writeString(file, "m,device=a t=1.5\n");
        assertThat(run("import", file.toString(), "--now")).as(err.toString()).isZero();
        assertThat(run("query", "a", "--format", "csv")).as(err.toString()).isZero();
        assertThat(out.toString()).startsWith("at,t\n").endsWith(",1.5\n");
        assertThat(run("doctor")).as(out.toString()).isZero();
        assertThat(out.toString()).contains("✓ table opens", "1 device, ");
    }

    private int run(String... args) {
        LocalDatabase local = LOCAL.database();
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--table", "telemetry", "--region", local.region().id()));
        all.addAll(List.of("--endpoint", local.endpoint().toString()));
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
    }
}
