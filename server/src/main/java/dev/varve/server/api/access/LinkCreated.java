package dev.varve.server.api.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A new shared link with its secret, which is never shown again.
 *
 * @param linkId The hash of the secret, by which the link is revoked.
 * @param name The name by which people recognise it.
 * @param hasPassword Whether it needs a password.
 * @param createdAt The time at which it was created.
 * @param path The link, without the address of the server: {@code /shared/blog#SECRET}. Browsers do not send what follows
 *     the {@code #}, so the secret is in no log.
 */
public record LinkCreated(
        String linkId,
        String name,
        boolean hasPassword,
        @Nullable Instant createdAt,
        String path) {}
