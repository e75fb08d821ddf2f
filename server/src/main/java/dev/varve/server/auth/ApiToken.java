package dev.varve.server.auth;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A token as it is stored: by the hash of its secret, which cannot be reversed.
 *
 * @param hash the first 16 bytes of the secret's SHA-256, in hexadecimal
 * @param name its name, for people
 * @param only the only site that it may read and send for, as {@code site:blog}, or the only device it may send for, as
 *     {@code device:sensor_01}; empty for all
 */
public record ApiToken(
        String hash, String name, Set<Scope> scopes, Optional<String> only, Optional<Instant> createdAt) {

    public ApiToken {
        scopes = Set.copyOf(scopes);
    }

    public boolean allows(Scope scope) {
        return scopes.contains(scope) || scopes.contains(Scope.ADMIN);
    }

    /** Returns whether it may read or send for a site or device, written like {@link #only}. */
    public boolean allowsFor(String what) {
        return only.isEmpty() || only.get().equals(what);
    }
}
