package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.cli.serve.ServerRun;
import dev.varve.cli.serve.StoreLocation;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.server.ServiceOptions;
import dev.varve.server.http.access.Tls;
import dev.varve.testkit.KeyAndCertificate;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a folder whose server uses TLS with a certificate for another name than its address. */
class SecuredFolderTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path temporary;

    @Test
    void commandsTrustTheCertificateInTheServerFile() throws Exception {
        Path data = temporary.resolve("data");
        KeyAndCertificate pair = KeyAndCertificate.make(temporary, "EC", "dns:varve.example");
        StoreLocation store = new StoreLocation.Folder(data, RocksDbOptions.defaults());
        ServiceOptions options = ServiceOptions.onLoopback(0).withTls(new Tls(pair.certificateFile(), pair.keyFile()));
        try (ServerRun running = ServerRun.start(store, store.open(), options)) {
            assertThat(running.url()).startsWith("https://127.0.0.1:");

            assertThat(run(data, "devices", "set", "a", "--name", "Boiler"))
                    .as(err.toString())
                    .isZero();
            assertThat(run(data, "devices")).as(err.toString()).isZero();
            assertThat(out.toString()).contains("Boiler");
            assertThat(run(data, "doctor")).as(out.toString()).isZero();
            assertThat(out.toString()).contains("✓ folder in use", "by the server at " + running.url());

            // A server with another certificate is not the server that wrote the file.
            Path note = data.resolve("server.json");
            Files.writeString(
                    note,
                    Files.readString(note)
                            .replaceAll("certificate\":\"[0-9a-f]{64}", "certificate\":\"" + "0".repeat(64)));
            assertThat(run(data, "devices")).isEqualTo(3);
            assertThat(err.toString()).contains("[rocksdb.locked]");
        }
    }

    private int run(Path data, String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        String[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--data";
        all[args.length + 1] = data.toString();
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
    }
}
