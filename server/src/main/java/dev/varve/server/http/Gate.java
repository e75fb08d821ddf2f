package dev.varve.server.http;

import dev.varve.server.auth.ApiToken;
import dev.varve.server.auth.Scope;
import dev.varve.server.auth.Tokens;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Lets requests in, or not. */
public final class Gate {

    private final @Nullable Tokens tokens;

    private Gate(@Nullable Tokens tokens) {
        this.tokens = tokens;
    }

    /** Lets everybody in. */
    public static Gate open() {
        return new Gate(null);
    }

    /** Lets those in whose token is good for what they want. */
    public static Gate of(Tokens tokens) {
        return new Gate(tokens);
    }

    /** Returns the token of whoever asks, or null where none is needed. */
    @Nullable
    ApiToken check(@Nullable Scope scope, @Nullable String authorization, @Nullable String parameter) {
        if (tokens == null || scope == null) {
            return null;
        }
        String secret = secret(authorization);
        if (secret == null) {
            secret = parameter;
        }
        ApiToken token = secret == null ? null : tokens.find(secret).orElse(null);
        if (token == null) {
            throw Denied.unknown();
        }
        if (!token.allows(scope)) {
            throw Denied.notAllowed("token %s is not good for this: it lacks the scope %s"
                    .formatted(token.name(), scope.name().toLowerCase(Locale.ROOT)));
        }
        return token;
    }

    private static @Nullable String secret(@Nullable String authorization) {
        if (authorization == null) {
            return null;
        }
        int space = authorization.indexOf(' ');
        String kind = space < 0 ? "" : authorization.substring(0, space).toLowerCase(Locale.ROOT);
        return kind.equals("bearer") || kind.equals("token")
                ? authorization.substring(space + 1).strip()
                : null;
    }
}
