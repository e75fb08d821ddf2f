package dev.varve.cli.client;

import dev.varve.server.api.ErrorJson;
import dev.varve.server.http.answer.Json;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * The answer to a request, good or bad.
 *
 * @param headers by name, ignoring case
 */
public record ApiResponse(int status, Map<String, String> headers, String body) {

    /** Returns whether the request succeeded; a redirect is not a success. */
    public boolean isGood() {
        return status >= 200 && status < 300;
    }

    /** Returns whether the same request may succeed later: the server is busy, or cannot reach its table. */
    public boolean isForNow() {
        return status == 429 || status == 503;
    }

    /** Returns after how many seconds to retry, between 1 and 60. */
    public long retryAfter() {
        String text = headers.getOrDefault("Retry-After", "1");
        return text.matches("[0-9]{1,9}") ? Math.max(1, Math.min(60, Long.parseLong(text))) : 1;
    }

    /** Returns the body as a record; empty if it is something else. */
    public <T> Optional<T> as(Class<T> type) {
        try {
            return Optional.ofNullable(Json.answer(body, type));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the error in this answer. */
    public ApiFailure failure() {
        return as(ErrorJson.class)
                .map(error -> new ApiFailure(status, error.code(), error.message()))
                .orElseGet(() -> new ApiFailure(
                        status, "http." + status, "the server answered with status " + status + elsewhere()));
    }

    private String elsewhere() {
        return status < 300 || status >= 400
                ? ""
                : Optional.ofNullable(headers.get("Location"))
                        .map(" and redirects to %s: is that its address?"::formatted)
                        .orElse("");
    }
}
