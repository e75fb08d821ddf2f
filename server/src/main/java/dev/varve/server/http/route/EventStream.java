package dev.varve.server.http.route;

import dev.varve.server.contract.Operation;
import io.javalin.http.sse.SseClient;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An address that sends server-sent events.
 *
 * @param opening called for each client that connects
 * @param operation its description, or null in tests
 */
public record EventStream(
        String path, Opening opening, @Nullable Operation operation) {

    /** Creates a stream without a description. */
    public EventStream(String path, Opening opening) {
        this(path, opening, null);
    }

    /** Opens the stream for one client. */
    public interface Opening {

        /**
         * Returns the consumer of the connection. Throws before the answer begins if the request is wrong.
         *
         * @param isAdmitted whether the client's token is still valid; may read the table
         */
        Consumer<SseClient> open(ApiRequest request, BooleanSupplier isAdmitted);
    }
}
