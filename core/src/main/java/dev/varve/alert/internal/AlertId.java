package dev.varve.alert.internal;

import dev.varve.key.Tick;
import dev.varve.key.Ulid;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;

/**
 * The ids of alerts: ULIDs whose time is the opening clock and whose other 80 bits are a hash. Repeated evaluation yields
 * the same id, and ids sort by the opening clock.
 */
final class AlertId {

    private AlertId() {}

    static String of(String series, String deviceId, String rule, Instant opened) {
        Instant clock = opened.isBefore(Instant.EPOCH) ? Instant.EPOCH : opened;
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
        return Ulid.text(clock, Arrays.copyOf(hash, Ulid.RANDOM_BYTES));
    }

    private static byte[] hash(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
