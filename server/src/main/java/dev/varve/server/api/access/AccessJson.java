package dev.varve.server.api.access;

import dev.varve.server.auth.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the credentials of the request authorise.
 *
 * @param name The name of the token; null on a server that needs none.
 * @param scopes The scopes.
 * @param only The one site that can be read, such as {@code site:blog}; null for everything.
 */
public record AccessJson(
        @Nullable String name, List<Scope> scopes, @Nullable String only) {

    public AccessJson {
        scopes = List.copyOf(scopes);
    }
}
