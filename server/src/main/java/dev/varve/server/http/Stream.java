package dev.varve.server.http;

import io.javalin.http.sse.SseClient;
import java.util.function.Consumer;

/**
 * An address that goes on telling.
 *
 * @param listener is handed everyone who listens
 */
public record Stream(String path, Consumer<SseClient> listener) {}
