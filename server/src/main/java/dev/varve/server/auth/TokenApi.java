package dev.varve.server.auth;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.error.Rejected;
import dev.varve.server.http.ApiRequest;
import dev.varve.server.http.NotFound;
import dev.varve.server.http.Reply;
import dev.varve.server.http.Route;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tokens: who has which, new ones, and an end to old ones. */
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
                Route.get("/api/v1/tokens", ask -> list()).needing(Scope.ADMIN),
                Route.post("/api/v1/tokens", this::create),
                Route.delete("/api/v1/tokens/{hash}", this::revoke));
    }

    private Object list() {
        return Map.of("tokens", tokens.list().stream().map(TokenApi::shown).toList());
    }

    private static Map<String, @Nullable Object> shown(ApiToken token) {
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        shown.put("hash", token.hash());
        shown.put("name", token.name());
        shown.put("scopes", EnumSet.copyOf(token.scopes()));
        shown.put("only", token.only());
        shown.put("createdAt", token.createdAt());
        return shown;
    }

    private Object create(ApiRequest ask) {
        JsonNode body = ask.json();
        String name = body.path("name").asText("").strip();
        if (name.isEmpty() || name.length() > MAX_NAME) {
            throw new Rejected(
                    "token.name",
                    "the name has %s characters; give 1 to %s, so that people know whose it is"
                            .formatted(name.length(), MAX_NAME));
        }
        String secret = tokens.create(name, scopes(body.path("scopes")), only(body.path("only")));
        ApiToken made = tokens.find(secret).orElseThrow(() -> new IllegalStateException("a new token is not there"));
        Map<String, @Nullable Object> answer = shown(made);
        answer.put("secret", secret);
        return Reply.json(201, answer);
    }

    private static Set<Scope> scopes(JsonNode stated) {
        Set<Scope> scopes = EnumSet.noneOf(Scope.class);
        if (!stated.isArray()) {
            throw new Rejected("token.scopes", "scopes must be a list of write, read and admin");
        }
        stated.forEach(scope -> scopes.add(scope(scope.asText())));
        return scopes;
    }

    private static Scope scope(String word) {
        for (Scope scope : Scope.values()) {
            if (scope.name().toLowerCase(Locale.ROOT).equals(word)) {
                return scope;
            }
        }
        throw new Rejected("token.scopes", "\"%s\" is no scope: there are write, read and admin".formatted(word));
    }

    private static Optional<String> only(JsonNode stated) {
        if (stated.isMissingNode() || stated.isNull()) {
            return Optional.empty();
        }
        if (!ONLY.matcher(stated.asText()).matches()) {
            throw new Rejected(
                    "token.only", "only is \"%s\"; it must be like site:blog or device:x".formatted(stated.asText()));
        }
        return Optional.of(stated.asText());
    }

    private Object revoke(ApiRequest ask) {
        String hash = ask.path("hash");
        if (!HASH.matcher(hash).matches() || !tokens.revoke(hash)) {
            throw new NotFound("there is no token with the hash " + hash);
        }
        return Map.of();
    }
}
