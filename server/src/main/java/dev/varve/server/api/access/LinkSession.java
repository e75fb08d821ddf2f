package dev.varve.server.api.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An opened shared link.
 *
 * @param needsPassword Whether the link needs a password that was not sent; then there is no session.
 * @param session The session. Send it as {@code Authorization: Bearer SESSION}; it reads the site and nothing else.
 * @param expiresAt The time at which the session ends. It ends earlier if the link is revoked.
 */
public record LinkSession(
        boolean needsPassword,
        @Nullable String session,
        @Nullable Instant expiresAt) {}
