package dev.varve.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.error.Rejected;
import dev.varve.error.VarveException;
import dev.varve.server.ReadingLayout;
import dev.varve.server.ServerDatabase;
import dev.varve.server.ServiceOptions;
import dev.varve.server.auth.Scope;
import dev.varve.testkit.local.DynamoDbLocal;
import dev.varve.testkit.local.LocalDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import software.amazon.awssdk.auth.credentials.AwsCredentials;

class ServeCommandTest {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void chooseFolder() {
        folder = temporary.resolve("data");
    }

    private StoreLocation.Folder store() {
        return new StoreLocation.Folder(folder, RocksDbOptions.defaults());
    }

    private static String refusal(String... args) {
        return refusal(Map.of(), args);
    }

    private static String refusal(Map<String, String> environment, String... args) {
        StringWriter err = new StringWriter();
        int code = new CommandLine(new ServeCommand())
                .setDefaultValueProvider(new SettingSources(environment))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((error, command, parsed) -> {
                    if (error instanceof VarveException known) {
                        err.write(known.code() + ": " + known.getMessage());
                    }
                    return 2;
                })
                .execute(args);
        assertThat(code).isEqualTo(2);
        return err.toString();
    }

    @Test
    void serverFileExistsOnlyWhileTheServerRuns() throws Exception {
        try (ServerRun running = ServerRun.start(store(), store().open(), ServiceOptions.onLoopback(0))) {
            assertThat(folder.resolve("server.json"))
                    .content()
                    .contains("\"url\":\"" + running.url() + "\"")
                    .contains("\"pid\":" + ProcessHandle.current().pid());
            assertThat(status(running.url())).isEqualTo(200);
            assertThatThrownBy(() -> store().open())
                    .isInstanceOf(Rejected.class)
                    .hasMessageContaining("is in use by the server at " + running.url())
                    .hasMessageContaining("--data");
        }
        assertThat(folder.resolve("server.json")).doesNotExist();
        // A second start works at once.
        try (ServerRun again = ServerRun.start(store(), store().open(), ServiceOptions.onLoopback(0))) {
            assertThat(status(again.url())).isEqualTo(200);
        }
    }

    @Test
    void folderKeepsTheLayoutOfItsReadings() {
        for (ReadingLayout layout : ReadingLayout.values()) {
            folder = temporary.resolve(layout.name());
            store().open(layout).close();
            for (ReadingLayout preferred : ReadingLayout.values()) {
                try (ServerDatabase database = store().open(preferred)) {
                    assertThat(database.layout()).isEqualTo(layout);
                }
            }
        }
        try (ServerDatabase database =
                new StoreLocation.Folder(temporary.resolve("new"), RocksDbOptions.defaults()).open()) {
            assertThat(database.layout()).isEqualTo(ReadingLayout.PACKED);
        }
        assertThat(refusal("--data", folder.toString(), "--port", "0", "--layout", "items"))
                .contains("serve.layout: folder %s stores readings as packed".formatted(folder));
        assertThat(refusal("--data", folder.toString(), "--port", "0", "--layout", "boxes"))
                .contains("cli.layout: --layout is boxes; it must be items or packed");
        assertThat(refusal("--data", folder.toString(), "--port", "0", "--follow", "0.05"))
                .contains("cli.follow: --follow is 0.05; it must be 0, or 0.1 to 60 seconds");
    }

    @Test
    void servesATableInDynamoDb() throws Exception {
        LocalDatabase local = LOCAL.database();
        AwsCredentials keys = local.credentials().resolveCredentials();
        System.setProperty("aws.accessKeyId", keys.accessKeyId());
        System.setProperty("aws.secretAccessKey", keys.secretAccessKey());
        try {
            StoreLocation store =
                    new StoreLocation.DynamoDb("served", local.region().id(), local.endpoint());
            try (ServerRun running = ServerRun.start(store, store.open(), ServiceOptions.onLoopback(0))) {
                assertThat(status(running.url())).isEqualTo(200);
            }
        } finally {
            System.clearProperty("aws.accessKeyId");
            System.clearProperty("aws.secretAccessKey");
        }
    }

    private static int status(String url) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url + "/api/v1/fleet")).build(), BodyHandlers.ofString())
                .statusCode();
    }

    @Test
    void otherAddressesNeedATokenOrInsecure() {
        assertThat(refusal("--data", folder.toString(), "--host", "0.0.0.0", "--port", "0"))
                .startsWith("serve.no-tokens: other machines can reach 0.0.0.0")
                .contains("varve tokens create admin --scope admin --data " + folder)
                .contains("--insecure");
        // The folder is free again after the refusal.
        try (ServerDatabase database = store().open()) {
            database.tokens().create("admin", Set.of(Scope.ADMIN), Optional.empty());
            assertThat(database.tokens().list()).hasSize(1);
        }
    }

    @Test
    void portInUseIsRefusedBeforeTheFolderIsOpened() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(refusal("--data", folder.toString(), "--port", String.valueOf(taken.getLocalPort())))
                    .startsWith("serve.port-in-use: port " + taken.getLocalPort())
                    .contains("--port");
        }
        assertThat(folder).doesNotExist();
    }

    @Test
    void portOutOfRangeIsRefused() {
        assertThat(refusal("--data", folder.toString(), "--port", "99999"))
                .isEqualTo("cli.port: --port is 99999; give 1 to 65535, or 0 for any free port");
        assertThat(refusal("--data", folder.toString(), "--port", "-1")).startsWith("cli.port");
        assertThat(folder).doesNotExist();
    }

    @Test
    void diskReserveIsCheckedAndNeedsAFolder() {
        assertThat(refusal("--data", folder.toString(), "--port", "0", "--disk-reserve", "500000g"))
                .startsWith("rocksdb.disk-full: the disk of the database folder has")
                .contains("512000000 MB are kept in reserve");
        assertThat(refusal("--data", folder.toString(), "--disk-reserve", "2000000g"))
                .startsWith("rocksdb.disk-reserve: ");
        assertThat(refusal("--table", "t", "--disk-reserve", "1g"))
                .isEqualTo("cli.where: --disk-reserve is for folders: leave it out with --table");
    }

    @Test
    void maxBodyOutOfRangeIsRefused() {
        assertThat(refusal("--data", folder.toString(), "--max-body", "2g"))
                .isEqualTo("cli.max-body: --max-body is 2147483648 bytes; it must be from 1 byte to 2 GB");
        assertThat(refusal("--data", folder.toString(), "--max-body", "0")).startsWith("cli.max-body");
    }

    @Test
    void contradictoryOptionsAreRefused() throws IOException {
        assertThat(refusal("--data", folder.toString(), "--table", "t")).contains("cli.where");
        assertThat(refusal("--region", "eu-central-1")).contains("--region and --endpoint need --table");
        assertThat(refusal("--data", folder.toString(), "--tls-cert", "cert.pem"))
                .contains("cli.tls");
        Path empty = Files.writeString(temporary.resolve("empty.pem"), "nothing");
        assertThat(refusal("--data", folder.toString(), "--tls-cert", empty.toString(), "--tls-key", empty.toString()))
                .contains("tls.certificate");
        assertThat(refusal("--data", folder.toString(), "--tls-cert", "none.pem", "--tls-key", "none.pem"))
                .contains("tls.file");
    }

    @Test
    void commandLineOverridesTheLocationOfTheEnvironment() throws IOException {
        // All but the last fail only at the port, which is in use: the other location is overridden, not refused.
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(taken.getLocalPort());
            Map<String, String> data = Map.of("VARVE_DATA", folder.toString());
            Map<String, String> table = Map.of("VARVE_TABLE", "t", "VARVE_REGION", "eu-central-1");
            Path file = Files.writeString(temporary.resolve("varve.properties"), "data = elsewhere\n");

            assertThat(refusal(data, "--table", "t", "--region", "eu-central-1", "--port", port))
                    .startsWith("serve.port-in-use");
            assertThat(refusal(table, "--data", folder.toString(), "--port", port))
                    .startsWith("serve.port-in-use");
            assertThat(refusal(table, "--config", file.toString(), "--port", port))
                    .startsWith("serve.port-in-use");
            assertThat(refusal(Map.of("VARVE_DATA", "a", "VARVE_TABLE", "t"), "--port", port))
                    .startsWith("cli.where");
        }
    }

    @Test
    void proxiesMustBeAddresses() {
        assertThat(refusal("--data", folder.toString(), "--trusted-proxy", "10.0.0.1,proxy.example"))
                .contains("ask.proxy")
                .contains("\"proxy.example\" is not a proxy");
        assertThat(folder).doesNotExist();
    }

    @Test
    void nextFreePortIsFound() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(Ports.firstFree("127.0.0.1", taken.getLocalPort())).isGreaterThan(taken.getLocalPort());
        }
    }

    @Test
    void optionsForBackupsMustFitTogether() {
        String data = folder.toString();
        assertThat(refusal("--data", data, "--backup-every", "24h"))
                .isEqualTo("cli.backup: --backup-every needs --backup-to");
        assertThat(refusal("--table", "t", "--backup-to", "b"))
                .isEqualTo(
                        "cli.backup: --backup-to is for folders: for a table use point-in-time recovery of DynamoDB");
        assertThat(refusal(
                        "--data", data, "--backup-to", folder.resolve("backups").toString()))
                .isEqualTo("cli.backup: --backup-to is in the folder of the database: a backup must survive the loss of"
                        + " that folder");
        assertThat(refusal("--data", data, "--backup-to", "b", "--backup-every", "1"))
                .contains("\"1\" is not a duration; write 90s, 30m, 24h or 7d");
        assertThat(refusal("--data", data, "--backup-to", "b", "--backup-every", "5s"))
                .contains("backup.every: the time between backups is PT5S");
        assertThat(refusal(Map.of("VARVE_BACKUP_TO", "b", "VARVE_BACKUP_KEEP", "0"), "--data", data))
                .contains("backup.keep: 0 backups are to be kept");
    }
}
