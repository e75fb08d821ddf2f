package dev.varve.server.http;

import dev.varve.server.contract.Operation;
import io.javalin.http.sse.SseClient;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An address that goes on telling.
 *
 * @param opening is asked by everyone who wants to listen
 * @param operation its description, or null in tests
 */
public record EventStream(String path, Opening opening, @Nullable Operation operation) {

    /** Makes a stream without a description. */
    public EventStream(String path, Opening opening) {
        this(path, opening, null);
    }

    /** Lets someone listen. */
    public interface Opening {

        /**
         * Returns what is handed the connection; throws, before the answer begins, what is wrong with the question.
         *
         * @param isAdmitted whether the token it was asked with is still good; may ask the table
         */
        Consumer<SseClient> open(ApiRequest request, BooleanSupplier isAdmitted);
    }
}
