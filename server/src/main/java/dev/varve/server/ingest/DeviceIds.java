package dev.varve.server.ingest;

import dev.varve.error.Rejected;
import dev.varve.item.internal.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Checks ids of devices: they must be distinct in keys and addresses, and readable. */
public final class DeviceIds {

    /** The id is part of sort keys, also of indexes and anomalies; a sort key has at most 1,024 bytes. */
    private static final int MAX_BYTES = 900;

    private static final int MAX_LENGTH = 512;

    private static final int SHOWN = 32;

    private DeviceIds() {}

    /** Returns the id, or refuses it with the reason. */
    public static String checked(String id) {
        Optional<Rejected> problem = problem(id);
        if (problem.isPresent()) {
            throw problem.get();
        }
        return id;
    }

    static Optional<Rejected> problem(String id) {
        if (id.isBlank()) {
            return Optional.of(new Rejected("reading.no-device", "the device is missing: give deviceId"));
        }
        if (id.length() > MAX_LENGTH || isTooLong(id)) {
            return Optional.of(new Rejected(
                    "reading.device-too-long",
                    "the device's id %s… has more than the %s characters or %s bytes that are allowed"
                            .formatted(shown(id), MAX_LENGTH, MAX_BYTES)));
        }
        if (id.equals(".") || id.equals("..")) {
            return Optional.of(new Rejected(
                    "reading.device-dots",
                    "the device's id is \"%s\", which cannot be part of an address: browsers and proxies treat it as a folder"
                            .formatted(id)));
        }
        if (id.codePoints().anyMatch(DeviceIds::isInvisible)) {
            return Optional.of(new Rejected(
                    "reading.device-characters",
                    "the device's id \"%s\" contains a control, line-break or direction character, shown as ?: remove it"
                            .formatted(shown(id))));
        }
        return Optional.empty();
    }

    private static boolean isInvisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            // Unicode characters that change the direction of the text around them.
            case Character.FORMAT ->
                c == 0x061C
                        || c == 0x200E
                        || c == 0x200F
                        || (c >= 0x202A && c <= 0x202E)
                        || (c >= 0x2066 && c <= 0x2069);
            default -> false;
        };
    }

    private static String shown(String id) {
        var shown = new StringBuilder();
        Utf8.cut(id, SHOWN).codePoints().forEach(c -> shown.appendCodePoint(isInvisible(c) ? '?' : c));
        return shown.toString();
    }

    /** Encodes only ids that may be too long: a character has at most three bytes. */
    private static boolean isTooLong(String id) {
        return id.length() > MAX_BYTES / 3 && bytes(id) > MAX_BYTES;
    }

    /** Returns the number of bytes that a text takes in a key; a separator is escaped to three. */
    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length
                + 2 * text.chars().filter(c -> c == '#' || c == '%').count();
    }
}
