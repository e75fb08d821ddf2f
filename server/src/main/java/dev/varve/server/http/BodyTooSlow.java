package dev.varve.server.http;

/** A body arrived too slowly. The client may send it again, or in parts. */
final class BodyTooSlow extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BodyTooSlow(String message) {
        super(message);
    }
}
