package dev.varve.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;

/**
 * What came back for a request, good or bad.
 *
 * @param headers by name, upper or lower case alike
 */
public record ApiResponse(int status, Map<String, String> headers, String body) {

    /** Returns whether it is what was asked for; one that sends elsewhere is not. */
    public boolean isGood() {
        return status >= 200 && status < 300;
    }

    /** Returns whether the same request may be answered later: the server is busy, or cannot reach its table. */
    public boolean isForNow() {
        return status == 429 || status == 503;
    }

    /** Returns after how many seconds the server wants to be asked again, between 1 and a minute. */
    public long retryAfter() {
        String text = headers.getOrDefault("Retry-After", "1");
        return text.matches("[0-9]{1,9}") ? Math.max(1, Math.min(60, Long.parseLong(text))) : 1;
    }

    /** Returns the body as JSON; nothing at all where it is none. */
    public JsonNode json() {
        return ApiClient.read(body);
    }

    /** Returns the error that this answer tells of. */
    public ApiFailure failure() {
        JsonNode error = json();
        String message = error.path("message").asText("");
        return new ApiFailure(
                status,
                error.path("code").asText("http." + status),
                message.isEmpty() ? "the server answered with status " + status + elsewhere() : message);
    }

    private String elsewhere() {
        return status < 300 || status >= 400
                ? ""
                : Optional.ofNullable(headers.get("Location"))
                        .map(" and sends to %s: is that its address?"::formatted)
                        .orElse("");
    }
}
