package dev.varve.server.http;

/** A body is longer than the server reads. */
public final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1;

    public TooLarge(String message) {
        super(message);
    }
}
