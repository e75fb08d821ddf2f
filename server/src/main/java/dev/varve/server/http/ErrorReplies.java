package dev.varve.server.http;

import dev.varve.error.CorruptData;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Rejected;
import dev.varve.error.Throttled;
import dev.varve.error.Unavailable;
import dev.varve.internal.AsyncLoop;
import dev.varve.server.api.ErrorJson;
import dev.varve.server.api.InfluxErrorJson;
import dev.varve.server.http.access.AccessDenied;
import dev.varve.server.http.answer.Json;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.answer.Quoted;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.limit.BodyTooSlow;
import dev.varve.server.http.limit.Overloaded;
import dev.varve.server.http.limit.TooLarge;
import dev.varve.server.http.route.Route;
import dev.varve.server.http.route.UnknownEncoding;
import io.javalin.http.HttpResponseException;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns failures into answers: the status tells a program what to do, the message tells a person. */
final class ErrorReplies {

    private static final Logger LOG = LoggerFactory.getLogger(ErrorReplies.class);
    private static final RepeatLog REPEATS = new RepeatLog(LOG);

    private static final Map<String, String> LATER = Map.of("Retry-After", "1");

    /** For failures that a person has to fix first. */
    private static final Map<String, String> MUCH_LATER = Map.of("Retry-After", "10");

    private ErrorReplies() {}

    /** Writes an error in the format that the clients of the route expect. */
    static Reply reply(Throwable failure, Route.Errors errors) {
        Reply reply = reply(failure);
        if (errors == Route.Errors.PLAIN) {
            return reply;
        }
        ErrorJson plain = Json.request(reply.body(), ErrorJson.class);
        return Reply.json(
                        isForNow(reply.status()) ? 503 : reply.status(),
                        new InfluxErrorJson(plain.code(), plain.message(), plain.message()))
                .with(reply.headers());
    }

    /** Returns whether the same request may succeed later. Clients of InfluxDB 1 drop data after any 4xx. */
    private static boolean isForNow(int status) {
        return status == 429 || status == 408;
    }

    static Reply reply(Throwable thrown) {
        Throwable failure = AsyncLoop.failure(thrown);
        if (failure instanceof NotFound) {
            return reply(404, "ask.not-found", failure);
        }
        if (failure instanceof Rejected refused && refused.isOutage()) {
            REPEATS.error("outage", "the table refused a request of this server", refused);
            return reply(
                            503,
                            refused.code(),
                            "the table refused a request of this server; the server's log says why; send this again later")
                    .with(MUCH_LATER);
        }
        if (failure instanceof Rejected rejected) {
            return reply(400, rejected.code(), failure);
        }
        if (failure instanceof TooLarge) {
            return reply(413, "body.too-large", failure);
        }
        if (failure instanceof UnknownEncoding) {
            return reply(415, "body.encoding", failure);
        }
        if (failure instanceof BodyTooSlow) {
            return reply(408, "body.slow", failure);
        }
        if (failure instanceof AccessDenied denied) {
            return reply(denied.status(), "access.denied", failure).with(denied.headers());
        }
        if (failure instanceof Overloaded) {
            return reply(429, "server.busy", failure).with(LATER);
        }
        if (failure instanceof Throttled throttled) {
            return reply(429, throttled.code(), failure).with(LATER);
        }
        if (failure instanceof Unavailable unavailable) {
            return reply(503, unavailable.code(), failure).with(LATER);
        }
        if (failure instanceof OutcomeUnknown unknown) {
            return reply(503, unknown.code(), failure).with(LATER);
        }
        if (failure instanceof HttpResponseException refused) {
            return status(refused.getStatus());
        }
        REPEATS.error("request", "a request failed", failure);
        return failure instanceof CorruptData corrupt
                ? reply(500, corrupt.code(), failure)
                : reply(500, "server.failure", new IllegalStateException("the server failed; its log says why"));
    }

    /** Returns the answer to a method that the address does not have. */
    static Reply notAllowed(String method, Set<String> methods) {
        String allowed = String.join(", ", methods);
        String shown = method.equals(MethodFilter.OTHER) ? "this method" : method;
        return reply(405, "ask.method", "%s is not possible here: use %s".formatted(shown, allowed))
                .with(Map.of("Allow", allowed));
    }

    /** Returns the answer to a request for an event stream that does not accept one. */
    static Reply notStreamed(String path) {
        return reply(406, "ask.not-streamed", Quoted.of(path) + " is an event stream: send Accept: text/event-stream");
    }

    /** Returns the answer to a request that was refused before it reached a route. */
    static Reply status(int status) {
        return switch (status) {
            case 414, 431 -> reply(status, "ask.headers", "the address or the headers are too long");
            case 408 -> reply(status, "ask.slow", "the request arrived too slowly: send it again");
            case 503 -> reply(status, "server.stopping", "the server is stopping: send this again in a while");
            default ->
                status < 500
                        ? reply(status, "ask.malformed", "the request is not valid HTTP")
                        : reply(status, "server.failure", "the server failed; its log says why");
        };
    }

    private static Reply reply(int status, String code, Throwable failure) {
        return reply(status, code, String.valueOf(failure.getMessage()));
    }

    private static Reply reply(int status, String code, String message) {
        return Reply.json(status, new ErrorJson(code, message));
    }
}
