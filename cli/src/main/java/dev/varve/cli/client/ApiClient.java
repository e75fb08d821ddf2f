package dev.varve.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.varve.server.api.EmptyJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A client of the HTTP API of one server. It is safe for use by many threads.
 *
 * <p>It uses {@link HttpURLConnection}, because {@code java.net.http} reads all certificates of the machine and starts
 * threads before its first request: a fifth of the processor time of a short command.
 */
public final class ApiClient {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /** As long as a rebuild of many rows takes; other answers arrive within seconds. */
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");
    private static final JsonMapper JSON = new JsonMapper();

    static {
        // Otherwise Java silently sends a POST again when the connection breaks.
        System.setProperty("sun.net.http.retryPost", "false");
    }

    private final URI server;
    private final @Nullable String token;
    private final @Nullable SSLContext pinned;

    public ApiClient(URI server, @Nullable String token) {
        this(server, token, null);
    }

    /** Creates a client that trusts only the certificate with this SHA-256; without one, it trusts the usual authorities. */
    ApiClient(URI server, @Nullable String token, @Nullable String certificate) {
        this.pinned = certificate == null ? null : OneCertificate.context(certificate);
        this.server = server;
        this.token = token;
    }

    /** Returns the address of the server. */
    public URI server() {
        return server;
    }

    /** Returns the answer as a record; fails if the server refuses or answers something else. */
    public <T> T ask(ApiCall call, Class<T> type) {
        ApiResponse answer = send(call);
        if (!answer.isGood()) {
            throw answer.failure();
        }
        return answer.as(type)
                .orElseThrow(() -> ApiFailure.unexpected("to %s is not of the API".formatted(call.address())));
    }

    /** Sends a delete request; fails if the server refuses. */
    public EmptyJson delete(ApiCall call) {
        ApiResponse answer = send(call);
        if (!answer.isGood()) {
            throw answer.failure();
        }
        return new EmptyJson();
    }

    /** Returns the answer, whatever its status. */
    public ApiResponse send(ApiCall call) {
        return send(call, TIMEOUT);
    }

    ApiResponse send(ApiCall call, Duration patience) {
        try {
            HttpURLConnection connection = open(call, patience);
            ApiCall.Body body = call.body();
            if (body != null) {
                connection.setDoOutput(true);
                byte[] bytes = encoded(body, connection);
                try (OutputStream out = connection.getOutputStream()) {
                    out.write(bytes);
                }
            }
            return answer(connection);
        } catch (IOException e) {
            throw new Unreachable("cannot reach %s: %s".formatted(server, reason(e)), e);
        }
    }

    private static ApiResponse answer(HttpURLConnection connection) throws IOException {
        int status = connection.getResponseCode();
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        connection.getHeaderFields().forEach((name, values) -> {
            // The status line is among the headers, under the name null.
            if (name != null) {
                headers.put(name, values.get(0));
            }
        });
        try (InputStream in = status >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
            String body = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new ApiResponse(status, headers, body);
        } finally {
            connection.disconnect();
        }
    }

    private static String reason(IOException e) {
        if (e instanceof ConnectException) {
            return "no server is running there";
        }
        if (e instanceof UnknownHostException) {
            return "unknown host; an address looks like http://127.0.0.1:8080";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private HttpURLConnection open(ApiCall call, Duration patience) throws IOException {
        String base = server.toString();
        URI address = URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + call.address());
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
        if (pinned != null && connection instanceof HttpsURLConnection secured) {
            secured.setSSLSocketFactory(pinned.getSocketFactory());
            secured.setHostnameVerifier((name, session) -> true);
        }
        connection.setRequestMethod(call.method());
        connection.setInstanceFollowRedirects(false);
        connection.setConnectTimeout((int) CONNECT_TIMEOUT.toMillis());
        connection.setReadTimeout((int) patience.toMillis());
        connection.setRequestProperty("Accept", "*/*");
        // The server may close an idle connection before the next request, and a stopping server would wait for it.
        connection.setRequestProperty("Connection", "close");
        if (token != null) {
            connection.setRequestProperty("Authorization", "Bearer " + token);
        }
        return connection;
    }

    /** Compresses bodies for other machines; on the same machine it only costs time. */
    private byte[] encoded(ApiCall.Body body, HttpURLConnection connection) {
        connection.setRequestProperty("Content-Type", body.type());
        if (isOnThisMachine()) {
            return body.bytes();
        }
        connection.setRequestProperty("Content-Encoding", "gzip");
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(body.bytes());
        } catch (IOException e) {
            throw new UncheckedIOException("compressing in memory failed", e);
        }
        return packed.toByteArray();
    }

    private boolean isOnThisMachine() {
        return LOOPBACK.contains(String.valueOf(server.getHost()));
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
