package dev.varve.server.http;

import dev.varve.server.auth.Scope;
import io.javalin.http.sse.SseClient;
import java.util.function.Consumer;

/**
 * An address that goes on telling.
 *
 * @param listener is handed everyone who listens
 */
public record Stream(String path, Consumer<SseClient> listener) {

    void begin(SseClient client, Gate gate) {
        // A browser's EventSource sends no headers, so that the token may be a parameter here.
        gate.check(
                Scope.READ, client.ctx().header("Authorization"), client.ctx().queryParam("token"));
        listener.accept(client);
    }
}
