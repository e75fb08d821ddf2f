package dev.varve.server.api.access;

import dev.varve.server.auth.Scope;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A token, without its secret.
 *
 * @param hash The hash of the secret, by which the token is revoked.
 * @param name The name of its owner.
 * @param scopes The scopes.
 * @param only The one site that the token may read and send hits for, such as {@code site:blog}, or the one device that it
 *     may send readings for; null for all.
 * @param createdAt The time at which it was created.
 */
public record TokenJson(
        String hash,
        String name,
        List<Scope> scopes,
        @Nullable String only,
        @Nullable Instant createdAt) {

    public TokenJson {
        scopes = List.copyOf(scopes);
    }
}
