package dev.varve.cli.client;

import dev.varve.error.Rejected;
import dev.varve.server.http.answer.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A request to the HTTP API, as a value. */
public final class ApiCall {

    /** A body with its media type. */
    @SuppressWarnings("ArrayRecordComponent") // Bodies are never compared.
    record Body(String type, byte[] bytes) {}

    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

    private final String method;
    private final String path;
    private final Map<String, String> parameters;
    private final @Nullable Body body;

    private ApiCall(String method, String path, Map<String, String> parameters, @Nullable Body body) {
        this.method = method;
        this.path = path;
        this.parameters = parameters;
        this.body = body;
    }

    /** Returns a request below {@code /api/v1}; the path parts may contain any characters. */
    public static ApiCall get(String... parts) {
        return new ApiCall("GET", path(parts), Map.of(), null);
    }

    public static ApiCall put(Object json, String... parts) {
        return new ApiCall("PUT", path(parts), Map.of(), json(json));
    }

    public static ApiCall post(Object json, String... parts) {
        return new ApiCall("POST", path(parts), Map.of(), json(json));
    }

    public static ApiCall delete(String... parts) {
        return new ApiCall("DELETE", path(parts), Map.of(), null);
    }

    /** Returns a request for an address outside the API, such as {@code /health}. */
    public static ApiCall page(String path) {
        return new ApiCall("GET", path, Map.of(), null);
    }

    /** Returns a request that sends readings. */
    public static ApiCall send(String path, String type, byte[] bytes) {
        return new ApiCall("POST", path, Map.of(), new Body(type, bytes));
    }

    private static Body json(Object value) {
        return new Body("application/json", Json.text(value).getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a parameter, unless the value is null. */
    public ApiCall with(String name, @Nullable Object value) {
        if (value == null) {
            return this;
        }
        Map<String, String> more = new LinkedHashMap<>(parameters);
        more.put(name, value.toString());
        return new ApiCall(method, path, more, body);
    }

    /** An empty id would address the whole list. */
    private static String path(String... parts) {
        if (Stream.of(parts).anyMatch(String::isEmpty)) {
            throw new Rejected("cli.empty-id", "an id is empty");
        }
        return Stream.of(parts).map(ApiCall::encoded).collect(Collectors.joining("/", "/api/v1/", ""));
    }

    /** Encodes a text as one path part or one parameter value. */
    static String encoded(String text) {
        var encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (UNRESERVED.indexOf((char) b) >= 0) {
                encoded.append((char) b);
            } else {
                encoded.append('%')
                        .append(Character.toUpperCase(Character.forDigit(b >> 4 & 15, 16)))
                        .append(Character.toUpperCase(Character.forDigit(b & 15, 16)));
            }
        }
        // A part of only dots would be taken for a relative path.
        boolean isDots = text.equals(".") || text.equals("..");
        return isDots ? text.replace(".", "%2E") : encoded.toString();
    }

    String method() {
        return method;
    }

    /** Returns the path and the parameters as they are sent. */
    public String address() {
        List<String> pairs = parameters.entrySet().stream()
                .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
                .toList();
        return pairs.isEmpty() ? path : path + "?" + String.join("&", pairs);
    }

    @Nullable
    Body body() {
        return body;
    }
}
