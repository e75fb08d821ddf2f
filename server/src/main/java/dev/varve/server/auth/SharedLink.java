package dev.varve.server.auth;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A link that shows the page of one site to everybody who has it, as it is stored: by the hash of its secret.
 *
 * @param linkId the first 16 bytes of the secret's SHA-256, in hexadecimal
 * @param name its name, for people
 * @param password the hash of its password, as {@link PasswordHash} writes it; null if it has none
 * @param key 32 random bytes in base64; sessions are signed with them and the secret
 */
public record SharedLink(
        String siteId,
        String linkId,
        String name,
        @Nullable String password,
        String key,
        @Nullable Instant createdAt) {

    public boolean hasPassword() {
        return password != null;
    }
}
