package dev.varve.core.alert;

import dev.varve.core.key.Tick;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;

/**
 * Makes the ids of alerts: ULIDs whose time is the opening clock and whose other 80 bits are a hash, so that the same
 * opening has the same id however often it is found, and ids sort by the opening clock.
 */
final class AlertId {

    /** Crockford's digits: no I, L, O and U. */
    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    private static final int TIME_DIGITS = 10;
    private static final int HASH_BYTES = 10;
    private static final long MAX_MILLIS = (1L << 48) - 1;

    private AlertId() {}

    static String of(String series, String deviceId, String rule, Instant opened) {
        long millis = Math.max(0, Math.min(MAX_MILLIS, opened.toEpochMilli()));
        StringBuilder id = new StringBuilder();
        for (int digit = TIME_DIGITS - 1; digit >= 0; digit--) {
            id.append(DIGITS.charAt((int) (millis >>> (5 * digit)) & 31));
        }
        // Lengths keep ("a", "bc") and ("ab", "c") apart.
        byte[] hash = hash("%s:%s%s:%s%s:%s%s"
                .formatted(
                        series.length(),
                        series,
                        deviceId.length(),
                        deviceId,
                        rule.length(),
                        rule,
                        Tick.NANOS.text(opened)));
        int bits = 0;
        int held = 0;
        for (int i = 0; i < HASH_BYTES; i++) {
            held = (held << 8) | (hash[i] & 0xff);
            for (bits += 8; bits >= 5; bits -= 5) {
                id.append(DIGITS.charAt((held >>> (bits - 5)) & 31));
            }
        }
        return id.toString();
    }

    private static byte[] hash(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
