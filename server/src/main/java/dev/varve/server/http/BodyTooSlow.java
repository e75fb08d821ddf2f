package dev.varve.server.http;

/** A body came too slowly: it may come whole another time, or in parts. */
final class BodyTooSlow extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BodyTooSlow(String message) {
        super(message);
    }
}
