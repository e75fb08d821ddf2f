package dev.varve.server.http;

import dev.varve.core.CorruptData;
import dev.varve.core.OutcomeUnknown;
import dev.varve.core.Rejected;
import dev.varve.core.Throttled;
import dev.varve.core.Unavailable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is answered when something went wrong: the status says what a program should do, the text what a person should. */
final class Failures {

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
    private static final Map<String, String> LATER = Map.of("Retry-After", "1");

    private Failures() {}

    static Reply reply(Throwable failure) {
        if (failure instanceof NotFound) {
            return reply(404, "ask.not-found", failure);
        }
        if (failure instanceof Rejected rejected) {
            return reply(400, rejected.code(), failure);
        }
        if (failure instanceof TooLarge) {
            return reply(413, "body.too-large", failure);
        }
        if (failure instanceof Denied denied) {
            return reply(denied.status(), "access.denied", failure);
        }
        if (failure instanceof Busy) {
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
        LOG.error("a request failed", failure);
        return failure instanceof CorruptData corrupt
                ? reply(500, corrupt.code(), failure)
                : reply(500, "server.failure", new IllegalStateException("the server failed; its log says why"));
    }

    private static Reply reply(int status, String code, Throwable failure) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("code", code);
        error.put("message", failure.getMessage());
        return Reply.json(status, error);
    }
}
