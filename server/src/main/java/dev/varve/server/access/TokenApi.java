package dev.varve.server.access;

import dev.varve.error.Rejected;
import dev.varve.server.api.EmptyJson;
import dev.varve.server.api.access.AccessJson;
import dev.varve.server.api.access.TokenBody;
import dev.varve.server.api.access.TokenCreated;
import dev.varve.server.api.access.TokenJson;
import dev.varve.server.api.access.TokenList;
import dev.varve.server.auth.ApiToken;
import dev.varve.server.auth.Scope;
import dev.varve.server.auth.TokenStore;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Routes that list, create and revoke tokens, and tell a client what its token authorises. */
public final class TokenApi {

    private static final int MAX_NAME = 100;
    private static final Pattern ONLY = Pattern.compile("(site|device):.{1,253}");
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{32}");

    private final TokenStore tokens;

    public TokenApi(TokenStore tokens) {
        this.tokens = tokens;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/tokens", request -> list())
                        .described(TokenOperations.TOKENS)
                        .needing(Scope.ADMIN),
                Route.post("/api/v1/tokens", this::create).described(TokenOperations.CREATE_TOKEN),
                Route.delete("/api/v1/tokens/{hash}", this::revoke).described(TokenOperations.REVOKE_TOKEN),
                Route.get("/api/v1/access", TokenApi::access).described(TokenOperations.ACCESS));
    }

    private static Object access(ApiRequest request) {
        return request.token()
                .map(token ->
                        new AccessJson(token.name(), scopes(token), token.only().orElse(null)))
                .orElseGet(() -> new AccessJson(null, List.of(Scope.values()), null));
    }

    private Object list() {
        return new TokenList(tokens.list().stream().map(TokenApi::shown).toList());
    }

    private static TokenJson shown(ApiToken token) {
        return new TokenJson(
                token.hash(),
                token.name(),
                scopes(token),
                token.only().orElse(null),
                token.createdAt().orElse(null));
    }

    private static List<Scope> scopes(ApiToken token) {
        return List.copyOf(EnumSet.copyOf(token.scopes()));
    }

    private Object create(ApiRequest request) {
        TokenBody body = request.json(TokenBody.class);
        String name = body.name() == null ? "" : body.name().strip();
        if (name.isEmpty() || name.length() > MAX_NAME) {
            throw new Rejected(
                    "token.name",
                    "the name has %s characters; give 1 to %s, so that people can recognise it"
                            .formatted(name.length(), MAX_NAME));
        }
        String secret = tokens.create(name, scopes(body.scopes()), only(body.only()));
        ApiToken made = tokens.find(secret).orElseThrow(() -> new IllegalStateException("the new token was not found"));
        return Reply.json(
                201,
                new TokenCreated(
                        made.hash(),
                        made.name(),
                        scopes(made),
                        made.only().orElse(null),
                        made.createdAt().orElse(null),
                        secret));
    }

    private static Set<Scope> scopes(@Nullable List<String> stated) {
        Set<Scope> scopes = EnumSet.noneOf(Scope.class);
        if (stated == null) {
            throw new Rejected("token.scopes", "scopes must be a list of write, read and admin");
        }
        stated.forEach(scope -> scopes.add(scope(scope)));
        return scopes;
    }

    private static Scope scope(String word) {
        for (Scope scope : Scope.values()) {
            if (scope.name().toLowerCase(Locale.ROOT).equals(word)) {
                return scope;
            }
        }
        throw new Rejected(
                "token.scopes", "\"%s\" is not a scope; the scopes are write, read and admin".formatted(word));
    }

    private static Optional<String> only(@Nullable String stated) {
        if (stated != null && !ONLY.matcher(stated).matches()) {
            throw new Rejected("token.only", "only is \"%s\"; it must be like site:blog or device:x".formatted(stated));
        }
        return Optional.ofNullable(stated);
    }

    private Object revoke(ApiRequest request) {
        String hash = request.path("hash");
        if (!HASH.matcher(hash).matches() || !tokens.revoke(hash)) {
            throw new NotFound("there is no token with the hash " + hash);
        }
        return new EmptyJson();
    }
}
