package dev.varve.server.http.access;

import dev.varve.error.Throttled;
import dev.varve.server.auth.ApiToken;
import dev.varve.server.auth.Scope;
import dev.varve.server.http.limit.RateLimit;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps tokens for one site, and sessions of shared links, to the routes of that site and to a moderate number of requests. */
public final class OneSite {

    private static final String SITE = "/api/v1/sites/{id}";

    /** The first only describes the token; the second checks the topics itself. */
    private static final Set<String> OTHERS = Set.of("/api/v1/access", "/api/v1/live");

    /** They check what they take. */
    private static final Set<String> INTAKES = Set.of("/api/v1/readings", "/write", "/api/v2/write");

    /** A device that may send readings of any age may also finish that. */
    private static final String FINISH = "/api/v1/backfill/finish";

    /** Far more than people cause who look at the page of a site behind one address. */
    static final int READS_PER_SECOND = 10;

    static final int READS_AT_ONCE = 300;

    private static final int MAX_CLIENTS = 10_000;

    private record Client(String token, String network) {}

    private final RateLimit<Client> reads = new RateLimit<>(READS_PER_SECOND, READS_AT_ONCE, MAX_CLIENTS);

    /** Refuses a request with a limited token of a client that sends too many. A link can be public, and statistics are expensive. */
    public void limit(ApiToken token, String network, Instant now) {
        if (!reads.tryTake(new Client(token.hash(), network), now)) {
            throw new Throttled(
                    "access.rate",
                    "this address reads more than %s times per second: send this again in a second"
                            .formatted(READS_PER_SECOND));
        }
    }

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
