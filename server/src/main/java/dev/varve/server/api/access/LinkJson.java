package dev.varve.server.api.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A shared link, without its secret.
 *
 * @param linkId The hash of the secret, by which the link is revoked.
 * @param name The name by which people recognise it.
 * @param hasPassword Whether it needs a password.
 * @param createdAt The time at which it was created.
 */
public record LinkJson(
        String linkId,
        String name,
        boolean hasPassword,
        @Nullable Instant createdAt) {}
