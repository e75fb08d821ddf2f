package dev.varve.cli.client;

import dev.varve.server.api.ErrorJson;
import dev.varve.server.http.Json;
import java.io.IOException;
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

    /** Returns the body as a record; nothing where it is something else. */
    public <T> Optional<T> as(Class<T> type) {
        try {
            return Optional.ofNullable(Json.answer(body, type));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the error that this answer tells of. */
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
                        .map(" and sends to %s: is that its address?"::formatted)
                        .orElse("");
    }
}
