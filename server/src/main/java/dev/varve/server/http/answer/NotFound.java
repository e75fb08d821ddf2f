package dev.varve.server.http.answer;

/** Nothing exists at the address. */
public final class NotFound extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotFound(String message) {
        super(message);
    }
}
