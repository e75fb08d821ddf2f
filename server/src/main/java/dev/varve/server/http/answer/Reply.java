package dev.varve.server.http.answer;

import java.util.Map;

/** An answer: status, media type, headers and body. */
public record Reply(int status, String type, String body, Map<String, String> headers) {

    public static final String JSON = "application/json";
    public static final String TEXT = "text/plain; charset=utf-8";

    public Reply {
        headers = Map.copyOf(headers);
    }

    public static Reply of(int status, String type, String body) {
        return new Reply(status, type, body, Map.of());
    }

    public static Reply json(int status, Object value) {
        return new Reply(status, JSON, Json.text(value), Map.of());
    }

    /** Returns an answer without a body. */
    public static Reply empty(int status) {
        return new Reply(status, TEXT, "", Map.of());
    }

    public Reply with(Map<String, String> newHeaders) {
        return new Reply(status, type, body, newHeaders);
    }
}
