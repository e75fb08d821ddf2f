package dev.varve.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Speaks the HTTP API of one server. Many threads may call at once. */
public final class ApiClient {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /** As long as a rebuild of many rows takes; answers that are shown come within seconds. */
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http;
    private final URI server;
    private final @Nullable String token;

    public ApiClient(URI server, @Nullable String token) {
        this(server, token, null);
    }

    /** Speaks to the server that has this certificate, by its SHA-256, or where there is none to one that is trusted. */
    ApiClient(URI server, @Nullable String token, @Nullable String certificate) {
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT_TIMEOUT);
        this.http = (certificate == null ? builder : builder.sslContext(OneCertificate.context(certificate))).build();
        this.server = server;
        this.token = token;
    }

    URI server() {
        return server;
    }

    /** Returns the answer as JSON, nothing for what was deleted; fails where the server refuses or says something else. */
    public JsonNode json(Call call) {
        Answer answer = send(call);
        if (!answer.isGood()) {
            throw answer.failure();
        }
        JsonNode json = answer.json();
        boolean isNothing = call.method().equals("DELETE") && answer.body().isEmpty();
        if (!json.isContainerNode() && !isNothing) {
            throw ApiFailure.unexpected("to %s is no JSON".formatted(call.address()));
        }
        return json;
    }

    /** Returns the answer, whatever it is. */
    public Answer send(Call call) {
        return send(call, TIMEOUT);
    }

    Answer send(Call call, Duration patience) {
        try {
            HttpResponse<String> response = http.send(request(call, patience), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.headers(), response.body());
        } catch (IOException e) {
            throw new Unreachable("cannot reach %s: %s".formatted(server, reason(e)), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unreachable("interrupted while waiting for " + server, e);
        }
    }

    private static String reason(IOException e) {
        if (e instanceof java.net.ConnectException) {
            return "nothing listens there";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private HttpRequest request(Call call, Duration patience) {
        String base = server.toString();
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + call.address()))
                .timeout(patience);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        Call.Body body = call.body();
        return request.method(call.method(), body == null ? BodyPublishers.noBody() : publisher(body, request))
                .build();
    }

    /** Packs what goes over a network; on one machine that only costs time. */
    private BodyPublisher publisher(Call.Body body, HttpRequest.Builder request) {
        request.header("Content-Type", body.type());
        if (LOOPBACK.contains(String.valueOf(server.getHost()))) {
            return BodyPublishers.ofByteArray(body.bytes());
        }
        request.header("Content-Encoding", "gzip");
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(body.bytes());
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written to", e);
        }
        return BodyPublishers.ofByteArray(packed.toByteArray());
    }

    static String write(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a request cannot be written as JSON", e);
        }
    }

    static JsonNode read(String text) {
        try {
            JsonNode node = JSON.readTree(text);
            return node == null ? MissingNode.getInstance() : node;
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }
}
