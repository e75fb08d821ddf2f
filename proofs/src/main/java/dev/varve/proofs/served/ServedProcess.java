package dev.varve.proofs.served;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.engine.rocksdb.Durability;
import dev.varve.proofs.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** A server in its own process; closing it kills the process. */
final class ServedProcess implements AutoCloseable {

    static final String TABLE = "varve";

    private static final String BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Process process;
    private final String address;

    private ServedProcess(Process process, String port) {
        this.process = process;
        this.address = "http://127.0.0.1:" + port;
    }

    /** Starts a server whose clock starts at this time, and waits until it listens. */
    static ServedProcess start(Path directory, Durability durability, Instant now) throws IOException {
        long ahead = Duration.between(Instant.now(), now).toMillis();
        Process process =
                ChildProcess.start(ServedVictim.class, directory.toString(), durability.name(), Long.toString(ahead));
        String port = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)).readLine();
        if (port == null) {
            process.destroyForcibly();
            throw new IllegalStateException("the server died by itself; see its error output");
        }
        return new ServedProcess(process, port);
    }

    String get(String path) throws IOException, InterruptedException {
        return need(send(HttpRequest.newBuilder(URI.create(address + path))));
    }

    String put(String path, String body) throws IOException, InterruptedException {
        return need(send(HttpRequest.newBuilder(URI.create(address + path)).PUT(BodyPublishers.ofString(body))));
    }

    HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(address + path))
                .header("User-Agent", BROWSER)
                .POST(BodyPublishers.ofString(body)));
    }

    String need(HttpResponse<String> response) {
        if (response.statusCode() != 200) {
            throw new IllegalStateException(
                    "%s answered with %s: %s".formatted(response.uri(), response.statusCode(), response.body()));
        }
        return response.body();
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
