package dev.varve.cli.serve;

import dev.varve.cli.client.RunningServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The file in a data folder that names the server that uses it, for other commands. A killed server leaves it behind. */
record ServerFile(Path file) {

    private static final Pattern URL = Pattern.compile("\"url\":\"([^\"]+)\"");

    static ServerFile in(Path directory) {
        return new ServerFile(directory.resolve("server.json"));
    }

    /**
     * Writes the file.
     *
     * @param certificate the file that begins with the server's certificate, or null without TLS
     */
    void write(String url, @Nullable Path certificate) {
        Path temporary = file.resolveSibling("server.json.tmp");
        try {
            Files.writeString(
                    temporary,
                    "{\"url\":\"%s\",\"pid\":%s%s}\n"
                            .formatted(
                                    url,
                                    ProcessHandle.current().pid(),
                                    certificate == null
                                            ? ""
                                            : ",\"certificate\":\"" + fingerprint(certificate) + "\""));
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String fingerprint(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Collection<? extends Certificate> chain =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            return RunningServer.fingerprint((X509Certificate) chain.iterator().next());
        } catch (CertificateException e) {
            throw new IOException("the certificate in %s cannot be read".formatted(file), e);
        }
    }

    Optional<String> url() {
        try {
            Matcher url = URL.matcher(Files.readString(file));
            return url.find() ? Optional.of(url.group(1)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
