package dev.varve.server.http;

/** More is under way than the server takes on; the same request may be sent again in a moment. */
public final class Overloaded extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Overloaded(String message) {
        super(message);
    }
}
