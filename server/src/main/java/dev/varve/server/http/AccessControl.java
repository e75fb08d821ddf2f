package dev.varve.server.http;

import dev.varve.error.VarveException;
import dev.varve.server.auth.ApiToken;
import dev.varve.server.auth.Scope;
import dev.varve.server.auth.TokenStore;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lets requests in, or not. */
public final class AccessControl {

    private static final ApiToken OWN =
            new ApiToken("", "this process", Set.of(Scope.ADMIN), Optional.empty(), Optional.empty());

    private final @Nullable TokenStore tokens;
    private final @Nullable String ownSecret;
    private final boolean isForwarded;

    private AccessControl(@Nullable TokenStore tokens, @Nullable String ownSecret, boolean isForwarded) {
        this.tokens = tokens;
        this.ownSecret = ownSecret;
        this.isForwarded = isForwarded;
    }

    /** Lets everybody in, except through a proxy: such a request may come from another machine. */
    public static AccessControl open() {
        return new AccessControl(null, null, false);
    }

    /** Lets everybody in, also through a proxy. */
    public static AccessControl insecure() {
        return new AccessControl(null, null, true);
    }

    /** Lets those in whose token is good for what they want. */
    public static AccessControl of(TokenStore tokens) {
        return new AccessControl(tokens, null, true);
    }

    /** Lets those in whose token is good for what they want, and whoever knows this secret for everything. */
    public static AccessControl of(TokenStore tokens, String secret) {
        return new AccessControl(tokens, secret, true);
    }

    boolean isOpen() {
        return tokens == null;
    }

    /** Returns whether requests are let in that a proxy forwards. */
    boolean takesForwarded() {
        return isForwarded;
    }

    /** Returns the token of whoever asks; null where none is needed and none came. */
    @Nullable
    ApiToken check(@Nullable Scope scope, @Nullable String authorization, @Nullable String parameter) {
        if (tokens == null) {
            return null;
        }
        String secret = secret(authorization);
        if (secret == null) {
            secret = parameter;
        }
        ApiToken token = secret == null ? null : find(tokens, secret);
        if (scope == null) {
            return token;
        }
        if (token == null) {
            throw AccessDenied.unknown();
        }
        if (!token.allows(scope)) {
            throw AccessDenied.notAllowed("token %s is not good for this: it lacks the scope %s"
                    .formatted(token.name(), scope.name().toLowerCase(Locale.ROOT)));
        }
        return token;
    }

    /** Returns whether whoever asked is let in now; one who was is, while the table does not answer. */
    boolean admits(Scope scope, @Nullable String authorization, @Nullable String parameter) {
        try {
            check(scope, authorization, parameter);
            return true;
        } catch (AccessDenied denied) {
            return false;
        } catch (VarveException unanswered) {
            return true;
        }
    }

    private @Nullable ApiToken find(TokenStore stored, String secret) {
        if (ownSecret != null && MessageDigest.isEqual(bytes(ownSecret), bytes(secret))) {
            return OWN;
        }
        return stored.find(secret).orElse(null);
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
        String said = authorization.substring(space + 1).strip();
        return switch (kind) {
            case "bearer", "token" -> said;
            case "basic" -> password(said);
            default -> null;
        };
    }

    /** Clients of InfluxDB 1 send a name and a password; the token is the password, whatever the name. */
    private static @Nullable String password(String encoded) {
        try {
            String pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            return colon < 0 ? null : pair.substring(colon + 1);
        } catch (IllegalArgumentException e) {
            // No base64, and so nobody's.
            return null;
        }
    }
}
