package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.cli.serve.Running;
import dev.varve.cli.serve.Store;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.server.ServiceOptions;
import dev.varve.server.http.Tls;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a folder whose server speaks TLS, under a name that is not the address it is reached by. */
class SecuredFolderTest {

    private static final char[] PASSWORD = "changeit".toCharArray();

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path temporary;

    @Test
    void theServerIsFoundByTheCertificateItNotes() throws Exception {
        Path data = temporary.resolve("data");
        Store store = new Store.Folder(data, RocksDbOptions.defaults());
        try (Running running =
                Running.start(store, store.open(), ServiceOptions.onLoopback(0).withTls(tls("varve.example")))) {
            assertThat(running.url()).startsWith("https://127.0.0.1:");

            assertThat(run(data, "devices", "set", "a", "--name", "Boiler"))
                    .as(err.toString())
                    .isZero();
            assertThat(run(data, "devices")).as(err.toString()).isZero();
            assertThat(out.toString()).contains("Boiler");
            assertThat(run(data, "doctor")).as(out.toString()).isZero();
            assertThat(out.toString()).contains("✓ folder in use", "by the server at " + running.url());

            // Whoever listens there under another certificate is not the one that wrote the note.
            Path note = data.resolve("server.json");
            Files.writeString(
                    note,
                    Files.readString(note)
                            .replaceAll("certificate\":\"[0-9a-f]{64}", "certificate\":\"" + "0".repeat(64)));
            assertThat(run(data, "devices")).isEqualTo(3);
            assertThat(err.toString()).contains("[rocksdb.locked]");
        }
    }

    /** Makes a key and its certificate with the JDK's own tool. */
    private Tls tls(String name) throws Exception {
        Path file = temporary.resolve("pair.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=dns:" + name,
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
        KeyStore pair = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            pair.load(in, PASSWORD);
        }
        return new Tls(
                pem("CERTIFICATE", pair.getCertificate("server").getEncoded()),
                pem("PRIVATE KEY", pair.getKey("server", PASSWORD).getEncoded()));
    }

    private Path pem(String kind, byte[] content) throws IOException {
        return Files.writeString(
                temporary.resolve(kind.replace(' ', '-') + ".pem"),
                "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                        .formatted(
                                kind,
                                Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content),
                                kind));
    }

    private int run(Path data, String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        String[] all = java.util.Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--data";
        all[args.length + 1] = data.toString();
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
    }
}
