package dev.varve.server.http.access;

import dev.varve.server.auth.ApiToken;
import dev.varve.server.auth.Scope;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps tokens for one site, and sessions of shared links, to the routes of that site. */
public final class OneSite {

    private static final String SITE = "/api/v1/sites/{id}";

    /** The first only describes the token; the second checks the topics itself. */
    private static final Set<String> OTHERS = Set.of("/api/v1/access", "/api/v1/live");

    /** They check what they take. */
    private static final Set<String> INTAKES = Set.of("/api/v1/readings", "/write", "/api/v2/write");

    /** A device that may send readings of any age may also finish that. */
    private static final String FINISH = "/api/v1/backfill/finish";

    private OneSite() {}

    /**
     * Refuses a request for something else than the token's site. Routes that take readings check what they take themselves; so
     * does the route of hits, which needs no token.
     *
     * @param path the path of the route, with parts in braces
     * @param id the part of the request's path that is {@code {id}} in the route
     */
    public static void check(@Nullable ApiToken token, @Nullable Scope scope, String path, @Nullable String id) {
        if (token == null || token.only().isEmpty() || scope == null || INTAKES.contains(path)) {
            return;
        }
        if (path.equals(FINISH) && token.only().get().startsWith("device:")) {
            return;
        }
        boolean isOfSite = path.equals(SITE) || path.startsWith(SITE + "/");
        if (!(isOfSite && id != null && token.allowsFor("site:" + id)) && !OTHERS.contains(path)) {
            throw AccessDenied.notAllowed("token %s is limited to %s and does not authorise this request"
                    .formatted(token.name(), token.only().get()));
        }
    }
}
