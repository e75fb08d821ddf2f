package dev.varve.server.http;

/** A body came too slowly: it may come whole another time, or in parts. */
final class Slow extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Slow(String message) {
        super(message);
    }
}
