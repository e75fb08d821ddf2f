package dev.varve.server.auth;

import dev.varve.entity.Entity;
import dev.varve.entity.EntityOutcome;
import dev.varve.entity.OpenEntities;
import dev.varve.error.Rejected;
import dev.varve.error.Throttled;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The shared links of one database.
 *
 * <p>A browser exchanges the secret of a link, and its password if it has one, for a session: a text that the server signs
 * and does not store. It is signed with the stored key of the link together with its secret, so that neither a reader of the
 * table nor a holder of the link alone can make one. Each use of a session reads the link, so a revoked link ends at once on
 * all servers.
 */
public final class SharedLinks {

    /** The entity that stores shared links. */
    public static final Entity<SharedLink> LINKS = Entity.of(SharedLink.class)
            .named("sharedLinks")
            .partition("LINKS#{siteId}")
            .sort("LINK#{linkId}")
            .createdAt("createdAt")
            .build();

    /** How long a session is valid; then the page opens the link again. */
    public static final Duration SESSION = Duration.ofHours(12);

    /** Listing a site's links reads all of them. */
    static final int MOST = 100;

    static final int MIN_PASSWORD = 8;
    private static final int MAX_PASSWORD = 200;
    private static final int MAX_NAME = 100;

    /** Begins every session, so that a session is never taken for a token. */
    private static final String PREFIX = "varve_link_";

    private static final int MAX_SESSION = 1_000;
    private static final int SECRET_BYTES = 24;
    private static final int KEY_BYTES = 32;
    private static final String HMAC = "HmacSHA256";

    private final OpenEntities<SharedLink> stored;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    private final PasswordHash hashes;
    private final PasswordAttempts attempts = new PasswordAttempts();
    private final PasswordChecks checks = new PasswordChecks(PasswordChecks.PATIENCE);

    /** A new link with its secret, which cannot be read again. */
    public record Created(SharedLink link, String secret) {}

    /**
     * What a browser sends to open a link.
     *
     * @param network the network of the client, which limits wrong passwords
     */
    public record Request(String siteId, String secret, Optional<String> password, String network) {}

    /**
     * An opened link.
     *
     * @param session the session, or empty if the password is missing
     */
    public record Opened(SharedLink link, Optional<String> session, Instant expiresAt) {}

    public SharedLinks(OpenEntities<SharedLink> stored, InstantSource clock) {
        this(stored, clock, PasswordHash.ITERATIONS);
    }

    SharedLinks(OpenEntities<SharedLink> stored, InstantSource clock, int iterations) {
        this.stored = stored;
        this.clock = clock;
        this.hashes = new PasswordHash(iterations, random);
    }

    public Created create(String siteId, String name, Optional<String> password) {
        if (name.isBlank() || name.length() > MAX_NAME) {
            throw new Rejected(
                    "link.name",
                    "the name has %s characters; give 1 to %s, so that people can recognise it"
                            .formatted(name.strip().length(), MAX_NAME));
        }
        password.map(String::length)
                .filter(length -> length < MIN_PASSWORD || length > MAX_PASSWORD)
                .ifPresent(length -> {
                    throw new Rejected(
                            "link.password",
                            "the password has %s characters; give %s to %s"
                                    .formatted(length, MIN_PASSWORD, MAX_PASSWORD));
                });
        if (list(siteId).size() >= MOST) {
            throw new Rejected(
                    "link.too-many",
                    "site %s has %s shared links, which is the limit: revoke one first".formatted(siteId, MOST));
        }
        String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(SECRET_BYTES));
        SharedLink link = new SharedLink(
                siteId,
                TokenStore.hash(secret),
                name.strip(),
                password.map(hashes::of).orElse(null),
                Base64.getEncoder().encodeToString(bytes(KEY_BYTES)),
                clock.instant());
        stored.create(link);
        return new Created(link, secret);
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Returns the links of a site in no particular order. */
    public List<SharedLink> list(String siteId) {
        return stored.in(siteId).list();
    }

    /** Revokes a link and its sessions, at once on all servers. Returns whether it existed. */
    public boolean revoke(String siteId, String linkId) {
        return stored.delete(siteId, linkId) instanceof EntityOutcome.Deleted;
    }

    /** Revokes all links of a site, also those that were created just before. */
    public void revokeAll(String siteId) {
        stored.in(siteId).consistent().list().forEach(link -> revoke(siteId, link.linkId()));
    }

    /** Opens a link; empty if there is none with this secret. Refuses a wrong password and too many passwords. */
    public Optional<Opened> open(Request request) {
        Optional<SharedLink> found = stored.findConsistent(request.siteId(), TokenStore.hash(request.secret()));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        SharedLink link = found.get();
        Instant expiresAt = clock.instant().plus(SESSION);
        String hash = link.password();
        if (hash != null) {
            if (request.password().isEmpty()) {
                return Optional.of(new Opened(link, Optional.empty(), expiresAt));
            }
            check(link, hash, request);
        }
        return Optional.of(
                new Opened(link, Optional.of(session(link, request.secret(), expiresAt.getEpochSecond())), expiresAt));
    }

    private void check(SharedLink link, String hash, Request request) {
        attempts.take(link.linkId(), request.network(), clock.instant());
        // No password is longer, and hashing a long one would cost more.
        String password =
                request.password().filter(text -> text.length() <= MAX_PASSWORD).orElse("");
        boolean isRight;
        try {
            isRight = checks.run(request.network(), () -> PasswordHash.matches(password, hash));
        } catch (Throttled busy) {
            attempts.cancel(link.linkId(), request.network());
            throw busy;
        }
        if (!isRight) {
            throw new Rejected("link.wrong-password", "the password is wrong");
        }
        attempts.succeeded(link.linkId(), request.network(), clock.instant());
    }

    /** Returns whether a credential is a session of a shared link, valid or not. */
    public static boolean isSession(String credential) {
        return credential.startsWith(PREFIX);
    }

    /** Returns what a session authorises: reading its site. Empty if it is forged, has ended, or its link is revoked. */
    public Optional<ApiToken> find(String session) {
        String[] parts = session.substring(PREFIX.length()).split("\\.", -1);
        if (session.length() > MAX_SESSION || parts.length != 4) {
            return Optional.empty();
        }
        try {
            String siteId = new String(Base64.getUrlDecoder().decode(parts[0]), StandardCharsets.UTF_8);
            long expires = Long.parseLong(parts[2]);
            if (siteId.isEmpty() || clock.instant().getEpochSecond() >= expires) {
                return Optional.empty();
            }
            return stored.findConsistent(siteId, TokenStore.hash(parts[1]))
                    .filter(link -> MessageDigest.isEqual(utf8(session(link, parts[1], expires)), utf8(session)))
                    .map(SharedLinks::token);
        } catch (IllegalArgumentException e) {
            // Not base64 or not a number, so it is not a session.
            return Optional.empty();
        }
    }

    private static ApiToken token(SharedLink link) {
        return new ApiToken(
                link.linkId(),
                // Not the name of the link, which is for those who manage the site.
                "of this shared link",
                Set.of(Scope.READ),
                Optional.of("site:" + link.siteId()),
                Optional.ofNullable(link.createdAt()));
    }

    private static String session(SharedLink link, String secret, long expires) {
        Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
        String content = "%s.%s.%s".formatted(base64.encodeToString(utf8(link.siteId())), secret, expires);
        byte[] key = hmac(Base64.getDecoder().decode(link.key()), utf8(secret));
        return PREFIX + content + "." + base64.encodeToString(hmac(key, utf8(content)));
    }

    private static byte[] hmac(byte[] key, byte[] content) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return mac.doFinal(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java lacks " + HMAC, e);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
