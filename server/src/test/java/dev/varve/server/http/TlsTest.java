package dev.varve.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import dev.varve.server.http.access.AccessControl;
import dev.varve.server.http.access.PemKeys;
import dev.varve.server.http.access.Tls;
import dev.varve.server.http.route.Route;
import dev.varve.testkit.KeyAndCertificate;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsTest {

    /** The number of bytes before the PKCS#1 key inside a PKCS#8 key of RSA with 2048 bits. */
    private static final int RSA_HEADER = 26;

    @TempDir
    Path folder;

    private KeyAndCertificate pair(String algorithm) throws Exception {
        return KeyAndCertificate.make(folder, algorithm, "ip:127.0.0.1,dns:localhost");
    }

    private static HttpClient trusting(KeyAndCertificate pair) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", pair.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private static void assertServes(KeyAndCertificate pair, Tls tls) throws Exception {
        WebServer.Parts parts = TestServer.parts(
                        List.of(Route.get("/api/v1/x", ask -> Map.of("x", 1))), AccessControl.open(), null)
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
    void keyAndCertificateInPemAreUsed(String algorithm) throws Exception {
        KeyAndCertificate pair = pair(algorithm);
        assertServes(pair, new Tls(pair.certificateFile(), pair.keyFile()));
    }

    @Test
    void keyInPkcs1IsUsed() throws Exception {
        KeyAndCertificate pair = pair("RSA");
        byte[] pkcs8 = pair.key();
        byte[] pkcs1 = Arrays.copyOfRange(pkcs8, RSA_HEADER, pkcs8.length);
        assertServes(pair, new Tls(pair.certificateFile(), pair.pem("RSA PRIVATE KEY", pkcs1)));
    }

    @Test
    void invalidKeysAndCertificatesAreRefusedAtTheStart() throws Exception {
        KeyAndCertificate pair = pair("EC");
        Path certificate = pair.certificateFile();
        Path key = pair.keyFile();
        Path other = pair("RSA").keyFile();
        refused(new Tls(certificate, other), "tls.mismatch", "does not belong to the first certificate");
        refused(new Tls(folder.resolve("none.pem"), key), "tls.file", "cannot be read");
        refused(new Tls(key, key), "tls.certificate", "certificate");
        refused(new Tls(certificate, certificate), "tls.key", "contains no private key");
        refused(
                new Tls(certificate, pair.pem("EC PRIVATE KEY", pair.key())),
                "tls.key-form",
                "openssl pkcs8 -topk8 -nocrypt");
        refused(new Tls(certificate, pair.pem("ENCRYPTED PRIVATE KEY", pair.key())), "tls.key-form", "ENCRYPTED");
        refused(new Tls(certificate, pair.pem("PRIVATE KEY", new byte[] {1, 2, 3})), "tls.key", "unknown algorithm");
    }

    private static void refused(Tls tls, String code, String message) {
        assertThatThrownBy(() -> PemKeys.store(tls))
                .isInstanceOfSatisfying(
                        Rejected.class, refused -> assertThat(refused.code()).isEqualTo(code))
                .hasMessageContaining(message);
    }
}
