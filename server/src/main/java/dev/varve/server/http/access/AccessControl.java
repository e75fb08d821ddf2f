package dev.varve.server.http.access;

import dev.varve.error.VarveException;
import dev.varve.server.auth.ApiToken;
import dev.varve.server.auth.Scope;
import dev.varve.server.auth.SharedLinks;
import dev.varve.server.auth.TokenStore;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides whether a request is authorised. */
public final class AccessControl {

    private static final ApiToken OWN =
            new ApiToken("", "this process", Set.of(Scope.ADMIN), Optional.empty(), Optional.empty());

    private final @Nullable TokenStore tokens;
    private final @Nullable String ownSecret;
    private final boolean isForwarded;
    private final @Nullable SharedLinks links;

    private AccessControl(
            @Nullable TokenStore tokens, @Nullable String ownSecret, boolean isForwarded, @Nullable SharedLinks links) {
        this.tokens = tokens;
        this.ownSecret = ownSecret;
        this.isForwarded = isForwarded;
        this.links = links;
    }

    /** Authorises all requests except those from a proxy, which may come from another machine. */
    public static AccessControl open() {
        return new AccessControl(null, null, false, null);
    }

    /** Authorises all requests, also those from a proxy. */
    public static AccessControl insecure() {
        return new AccessControl(null, null, true, null);
    }

    /** Authorises requests whose token has the needed scope. */
    public static AccessControl of(TokenStore tokens) {
        return new AccessControl(tokens, null, true, null);
    }

    /** Authorises requests whose token has the needed scope, and all requests with this secret. */
    public static AccessControl of(TokenStore tokens, String secret) {
        return new AccessControl(tokens, secret, true, null);
    }

    /** Authorises requests with a session of a shared link too, to read its site. */
    public AccessControl with(SharedLinks newLinks) {
        return new AccessControl(tokens, ownSecret, isForwarded, newLinks);
    }

    public boolean isOpen() {
        return tokens == null;
    }

    /** Returns whether requests from a proxy are accepted. */
    public boolean takesForwarded() {
        return isForwarded;
    }

    /** Returns the token of the request; null if none is needed and none was sent. */
    @Nullable
    public ApiToken check(@Nullable Scope scope, @Nullable String authorization, @Nullable String parameter) {
        String secret = secret(authorization);
        if (secret == null && parameter != null) {
            if (SharedLinks.isSession(parameter)) {
                throw AccessDenied.inAddress();
            }
            secret = parameter;
        }
        // Without tokens too, so that a revoked link ends and an opened one shows only its site.
        boolean isShared = links != null && secret != null && SharedLinks.isSession(secret);
        if (tokens == null && !isShared) {
            return null;
        }
        ApiToken token = secret == null ? null : find(secret);
        if (scope == null) {
            return token;
        }
        if (token == null) {
            throw isShared ? AccessDenied.ended() : AccessDenied.unknown();
        }
        if (!token.allows(scope)) {
            throw AccessDenied.notAllowed("token %s is not authorised for this request: it lacks the scope %s"
                    .formatted(token.name(), scope.name().toLowerCase(Locale.ROOT)));
        }
        return token;
    }

    /** Returns whether the caller is still authorised. While the table does not answer, the earlier decision holds. */
    public boolean admits(Scope scope, @Nullable String authorization, @Nullable String parameter) {
        try {
            check(scope, authorization, parameter);
            return true;
        } catch (AccessDenied denied) {
            return false;
        } catch (VarveException unanswered) {
            return true;
        }
    }

    private @Nullable ApiToken find(String secret) {
        if (links != null && SharedLinks.isSession(secret)) {
            return links.find(secret).orElse(null);
        }
        if (ownSecret != null && MessageDigest.isEqual(bytes(ownSecret), bytes(secret))) {
            return OWN;
        }
        return tokens == null ? null : tokens.find(secret).orElse(null);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable String secret(@Nullable String authorization) {
        if (authorization == null) {
            return null;
        }
        int space = authorization.indexOf(' ');
        String kind = space < 0 ? "" : authorization.substring(0, space).toLowerCase(Locale.ROOT);
        String credentials = authorization.substring(space + 1).strip();
        return switch (kind) {
            case "bearer", "token" -> credentials;
            case "basic" -> password(credentials);
            default -> null;
        };
    }

    /** Clients of InfluxDB 1 send a name and a password; the password is the token, and the name is ignored. */
    private static @Nullable String password(String encoded) {
        try {
            String pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            return colon < 0 ? null : pair.substring(colon + 1);
        } catch (IllegalArgumentException e) {
            // Not base64, so it is not a token.
            return null;
        }
    }
}
