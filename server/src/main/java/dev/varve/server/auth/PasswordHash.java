package dev.varve.server.auth;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** Hashes passwords slowly and with a salt, by PBKDF2 with HMAC-SHA-512. The text is {@code pbkdf2-sha512:COUNT:SALT:HASH}. */
final class PasswordHash {

    /** What OWASP's Password Storage Cheat Sheet recommends for PBKDF2 with HMAC-SHA-512. */
    static final int ITERATIONS = 210_000;

    private static final String KIND = "pbkdf2-sha512";
    private static final int SALT_BYTES = 16;
    private static final int HASH_BITS = 256;

    private final int iterations;
    private final SecureRandom random;

    PasswordHash(int iterations, SecureRandom random) {
        this.iterations = iterations;
        this.random = random;
    }

    /** Returns the text to store for a password. */
    String of(String password) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return "%s:%s:%s:%s"
                .formatted(
                        KIND,
                        iterations,
                        base64.encodeToString(salt),
                        base64.encodeToString(hash(password, salt, iterations)));
    }

    /** Returns whether this is the password of a stored text, in a time that does not depend on the password. */
    static boolean matches(String password, String stored) {
        String[] parts = stored.split(":", -1);
        if (parts.length != 4 || !parts[0].equals(KIND)) {
            throw new IllegalStateException("the stored password of a shared link has an unknown format");
        }
        byte[] expected = Base64.getDecoder().decode(parts[3]);
        byte[] found = hash(password, Base64.getDecoder().decode(parts[2]), Integer.parseInt(parts[1]));
        return MessageDigest.isEqual(expected, found);
    }

    private static byte[] hash(String password, byte[] salt, int iterations) {
        PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, HASH_BITS);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512")
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java lacks PBKDF2 with HMAC-SHA-512", e);
        } finally {
            spec.clearPassword();
        }
    }
}
