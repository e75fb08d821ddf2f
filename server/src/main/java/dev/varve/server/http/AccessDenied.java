package dev.varve.server.http;

import java.util.Map;

/** Whoever asks may not. */
public final class AccessDenied extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    private AccessDenied(int status, String message) {
        super(message);
        this.status = status;
    }

    static AccessDenied unknown() {
        return new AccessDenied(
                401, "a token is needed: send Authorization: Bearer …; `varve tokens create` makes one");
    }

    /** Says that a token is known, and not good for this. */
    public static AccessDenied notAllowed(String message) {
        return new AccessDenied(403, message);
    }

    /** A browser would ask for a name and a password itself if this said Basic, which is taken too. */
    Map<String, String> headers() {
        return status == 401 ? Map.of("WWW-Authenticate", "Bearer realm=\"varve\"") : Map.of();
    }

    int status() {
        return status;
    }
}
