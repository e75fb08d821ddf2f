package dev.varve.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;

/** A key and its self-signed certificate, in files that servers read. */
public final class KeyAndCertificate {

    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final String ALIAS = "server";

    private final Path folder;
    private final KeyStore pair;

    private KeyAndCertificate(Path folder, KeyStore pair) {
        this.folder = folder;
        this.pair = pair;
    }

    /**
     * Creates a pair with the JDK's keytool.
     *
     * @param algorithm the algorithm of the key, such as {@code EC}
     * @param names the subject names, such as {@code dns:localhost,ip:127.0.0.1}
     */
    public static KeyAndCertificate make(Path folder, String algorithm, String names)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path own = Files.createTempDirectory(folder, "pair");
        Path file = own.resolve("pair.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        algorithm,
                        "-dname",
                        "CN=server",
                        "-ext",
                        "san=" + names,
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(output).isZero();
        KeyStore pair = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            pair.load(in, PASSWORD);
        }
        return new KeyAndCertificate(own, pair);
    }

    public Certificate certificate() throws GeneralSecurityException {
        return pair.getCertificate(ALIAS);
    }

    /** Returns the key in PKCS#8 encoding. */
    public byte[] key() throws GeneralSecurityException {
        return pair.getKey(ALIAS, PASSWORD).getEncoded();
    }

    public Path certificateFile() throws GeneralSecurityException, IOException {
        return pem("CERTIFICATE", certificate().getEncoded());
    }

    public Path keyFile() throws GeneralSecurityException, IOException {
        return pem("PRIVATE KEY", key());
    }

    /** Writes a PEM file of this kind. */
    public Path pem(String kind, byte[] content) throws IOException {
        return Files.writeString(
                Files.createTempFile(folder, "made", ".pem"),
                "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                        .formatted(
                                kind,
                                Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content),
                                kind));
    }
}
