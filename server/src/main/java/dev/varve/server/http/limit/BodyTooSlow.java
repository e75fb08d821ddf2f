package dev.varve.server.http.limit;

/** A body arrived too slowly. The client may send it again, or in parts. */
public final class BodyTooSlow extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BodyTooSlow(String message) {
        super(message);
    }
}
