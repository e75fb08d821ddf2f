package dev.varve.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.core.Rejected;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsTest {

    /** Behind so many bytes a PKCS#8 key of RSA with 2048 bits holds the one of PKCS#1. */
    private static final int RSA_HEADER = 26;

    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    Path folder;

    /** Makes a key and its certificate with the JDK's own tool. */
    private KeyStore pair(String algorithm) throws Exception {
        Path file = folder.resolve(algorithm + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        algorithm,
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1,dns:localhost",
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
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        return store;
    }

    private Path pem(String name, String kind, byte[] content) throws IOException {
        return Files.writeString(
                folder.resolve(name),
                "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                        .formatted(
                                kind,
                                Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content),
                                kind));
    }

    private Path certificate(KeyStore pair) throws Exception {
        return pem(
                "certificate.pem", "CERTIFICATE", pair.getCertificate("server").getEncoded());
    }

    private static byte[] key(KeyStore pair) throws Exception {
        return pair.getKey("server", PASSWORD).getEncoded();
    }

    private static HttpClient trusting(KeyStore pair) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", pair.getCertificate("server"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private static void answers(KeyStore pair, Tls tls) throws Exception {
        WebServer.Parts parts = Called.parts(List.of(Route.get("/api/v1/x", ask -> Map.of("x", 1))), Gate.open(), null)
                .securedBy(tls);
        try (WebServer server = WebServer.start("127.0.0.1", 0, parts)) {
            URI address = URI.create("https://127.0.0.1:" + server.port() + "/api/v1/x");
            assertThat(trusting(pair)
                            .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                            .body())
                    .isEqualTo("{\"x\":1}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void pairInPemIsServed(String algorithm) throws Exception {
        KeyStore pair = pair(algorithm);
        answers(pair, new Tls(certificate(pair), pem("key.pem", "PRIVATE KEY", key(pair))));
    }

    @Test
    void keyOfPkcs1IsServed() throws Exception {
        KeyStore pair = pair("RSA");
        byte[] pkcs8 = key(pair);
        byte[] pkcs1 = Arrays.copyOfRange(pkcs8, RSA_HEADER, pkcs8.length);
        answers(pair, new Tls(certificate(pair), pem("key.pem", "RSA PRIVATE KEY", pkcs1)));
    }

    @Test
    void whatCannotBeServedIsToldBeforeAnythingListens() throws Exception {
        KeyStore pair = pair("EC");
        Path certificate = certificate(pair);
        Path key = pem("key.pem", "PRIVATE KEY", key(pair));
        Path other = pem("other.pem", "PRIVATE KEY", key(pair("RSA")));
        refused(new Tls(certificate, other), "tls.mismatch", "is not that of the first certificate");
        refused(new Tls(folder.resolve("none.pem"), key), "tls.file", "cannot be read");
        refused(new Tls(key, key), "tls.certificate", "certificate");
        refused(new Tls(certificate, certificate), "tls.key", "holds no private key");
        refused(
                new Tls(certificate, pem("sec1.pem", "EC PRIVATE KEY", key(pair))),
                "tls.key-form",
                "openssl pkcs8 -topk8 -nocrypt");
        refused(
                new Tls(certificate, pem("locked.pem", "ENCRYPTED PRIVATE KEY", key(pair))),
                "tls.key-form",
                "ENCRYPTED");
        refused(new Tls(certificate, pem("bad.pem", "PRIVATE KEY", new byte[] {1, 2, 3})), "tls.key", "none of");
    }

    private static void refused(Tls tls, String code, String message) {
        assertThatThrownBy(() -> PemKeys.store(tls))
                .isInstanceOfSatisfying(
                        Rejected.class, refused -> assertThat(refused.code()).isEqualTo(code))
                .hasMessageContaining(message);
    }
}
