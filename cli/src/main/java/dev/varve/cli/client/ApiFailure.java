package dev.varve.cli.client;

/** The server refused the request or gave an unexpected answer. */
public final class ApiFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String code;

    public ApiFailure(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    /** Returns the failure for an answer that a Varve server would not give. */
    public static ApiFailure unexpected(String what) {
        return new ApiFailure(
                200, "http.unexpected", "the answer %s: is this the address of a Varve server?".formatted(what));
    }

    public int status() {
        return status;
    }

    /** Returns the server's stable error code, such as {@code ask.time}. */
    public String code() {
        return code;
    }

    /** Returns whether the same request may succeed later: the server is busy, or cannot reach its table. */
    public boolean isForNow() {
        return status == 429 || status == 503;
    }
}
