package dev.varve.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server that uses a folder, as it describes itself in {@code server.json} while it runs. A killed server leaves the file
 * behind, so it counts only if that process is alive and answers.
 *
 * @param certificate the SHA-256 of its certificate in hex, or null without TLS
 */
public record RunningServer(URI url, long pid, @Nullable String certificate) {

    public static final String FILE = "server.json";

    /** The health check needs no table: a server that takes longer hangs. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Returns the server that uses this folder. */
    public static Optional<RunningServer> find(Path directory) {
        Path file = directory.resolve(FILE);
        JsonNode content;
        try {
            content = ApiClient.read(Files.readString(file));
        } catch (IOException e) {
            return Optional.empty();
        }
        String url = content.path("url").asText("");
        long pid = content.path("pid").asLong(-1);
        if (url.isEmpty() || !isAlive(pid)) {
            return Optional.empty();
        }
        RunningServer server;
        try {
            server = new RunningServer(
                    URI.create(url), pid, content.path("certificate").asText(null));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return server.answers() ? Optional.of(server) : Optional.empty();
    }

    /** Returns the fingerprint by which clients recognise a certificate, in hex. */
    public static String fingerprint(X509Certificate certificate) throws CertificateException {
        return OneCertificate.fingerprint(certificate);
    }

    ApiClient client(@Nullable String token) {
        return new ApiClient(url, token, certificate);
    }

    private static boolean isAlive(long pid) {
        return pid > 0 && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    private boolean answers() {
        try {
            return client(null).send(ApiCall.page("/health"), PATIENCE).status() == 200;
        } catch (Unreachable e) {
            return false;
        }
    }
}
