package dev.varve.server.http.limit;

/** A body is larger than the server accepts. */
public final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1;

    public TooLarge(String message) {
        super(message);
    }
}
