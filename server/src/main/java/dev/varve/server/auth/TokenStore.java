package dev.varve.server.auth;

import dev.varve.entity.Entity;
import dev.varve.entity.EntityOutcome;
import dev.varve.entity.OpenEntities;
import dev.varve.error.Rejected;
import dev.varve.item.RecordOptions;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The tokens of one database. */
public final class TokenStore {

    /** The entity that stores tokens. */
    public static final Entity<ApiToken> TOKENS = Entity.of(ApiToken.class)
            .named("tokens")
            .partition("TOKENS")
            .sort("TOKEN#{hash}")
            .options(RecordOptions.defaults().lowerCaseEnums())
            .createdAt("createdAt")
            .build();

    /** How long a process may accept a revoked token that it has just seen. */
    private static final Duration REMEMBERED = Duration.ofSeconds(30);

    private static final int MAX_REMEMBERED = 10_000;
    private static final int SECRET_BYTES = 24;
    private static final int HASH_BYTES = 16;
    private static final String PREFIX = "varve_";

    private record Seen(Optional<ApiToken> token, Instant at) {}

    private final OpenEntities<ApiToken> stored;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Seen> seen = new LinkedHashMap<>();

    public TokenStore(OpenEntities<ApiToken> stored, InstantSource clock) {
        this.stored = stored;
        this.clock = clock;
    }

    /**
     * Creates a token and returns its secret, which cannot be read again. Refuses a name that another token has; two
     * processes that create one at the same instant may both succeed.
     */
    public synchronized String create(String name, Set<Scope> scopes, Optional<String> only) {
        if (scopes.isEmpty()) {
            throw new Rejected("token.no-scope", "token %s has no scope: give write, read or admin".formatted(name));
        }
        only.ifPresent(what -> requireLimited(name, scopes, what));
        if (list().stream().anyMatch(token -> token.name().equals(name))) {
            throw new Rejected(
                    "token.exists",
                    "token %s already exists: choose another name, or revoke that token first".formatted(name));
        }
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        String secret = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        stored.create(new ApiToken(hash(secret), name, scopes, only, Optional.empty()));
        return secret;
    }

    private static void requireLimited(String name, Set<Scope> scopes, String only) {
        if (scopes.contains(Scope.ADMIN)) {
            throw new Rejected(
                    "token.only-admin",
                    "token %s is for %s only: its scopes can be write and read, but not admin".formatted(name, only));
        }
        if (scopes.contains(Scope.READ) && !only.startsWith("site:")) {
            throw new Rejected(
                    "token.only-write",
                    "token %s is for %s only; reading can be limited to a site, not to a device: its scope must be write alone"
                            .formatted(name, only));
        }
    }

    /** Returns the token of a secret. */
    public Optional<ApiToken> find(String secret) {
        String hash = hash(secret);
        Instant now = clock.instant();
        synchronized (seen) {
            Seen known = seen.get(hash);
            if (known != null && now.isBefore(known.at().plus(REMEMBERED))) {
                return known.token();
            }
        }
        Optional<ApiToken> token = stored.findConsistent(hash);
        synchronized (seen) {
            // The cache is bounded, so guessed secrets cannot fill the memory.
            if (seen.size() >= MAX_REMEMBERED) {
                seen.clear();
            }
            seen.put(hash, new Seen(token, now));
        }
        return token;
    }

    public List<ApiToken> list() {
        return stored.in().list();
    }

    /** Revokes a token, on all servers within half a minute. Returns whether it existed. */
    public boolean revoke(String hash) {
        synchronized (seen) {
            seen.remove(hash);
        }
        return stored.delete(hash) instanceof EntityOutcome.Deleted;
    }

    /** Revokes all tokens that are limited to this, such as {@code site:blog}. */
    public void revokeAllFor(String only) {
        stored.in().consistent().stream()
                .filter(token -> token.only().filter(only::equals).isPresent())
                .forEach(token -> revoke(token.hash()));
    }

    /** Returns the hash that a secret is stored under. */
    static String hash(String secret) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(digest, HASH_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java lacks SHA-256", e);
        }
    }
}
