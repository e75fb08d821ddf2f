package dev.varve.server.http.limit;

/** The server is at a limit; the client may send the same request again in a moment. */
public final class Overloaded extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Overloaded(String message) {
        super(message);
    }
}
