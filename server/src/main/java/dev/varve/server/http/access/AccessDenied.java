package dev.varve.server.http.access;

import java.util.Map;

/** The caller is not authorised. */
public final class AccessDenied extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    private AccessDenied(int status, String message) {
        super(message);
        this.status = status;
    }

    static AccessDenied unknown() {
        return new AccessDenied(
                401,
                "a token is needed: send the header Authorization: Bearer …; `varve tokens create` creates a token");
    }

    static AccessDenied ended() {
        return new AccessDenied(401, "this shared link was revoked, or its session has ended: open the link again");
    }

    /** Addresses end up in logs. */
    static AccessDenied inAddress() {
        return new AccessDenied(
                401, "the session of a shared link is accepted only in the header Authorization, not in the address");
    }

    /** Returns the error for a known token that is not authorised for the request. */
    public static AccessDenied notAllowed(String message) {
        return new AccessDenied(403, message);
    }

    /** Basic is accepted too, but naming it here would make browsers ask for a name and a password. */
    public Map<String, String> headers() {
        return status == 401 ? Map.of("WWW-Authenticate", "Bearer realm=\"varve\"") : Map.of();
    }

    public int status() {
        return status;
    }
}
