package dev.varve.server.http;

/** There is nothing under an address. */
public final class NotFound extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotFound(String message) {
        super(message);
    }
}
