package dev.varve.server.ingest;

import dev.varve.error.Rejected;
import dev.varve.item.internal.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Which texts can be the id of a device: those that keys, addresses and people can all tell apart. */
public final class DeviceIds {

    /** The id is part of sort keys, which have 1,024 bytes at most, of indexes and of anomalies too. */
    private static final int MAX_BYTES = 900;

    private static final int MAX_LENGTH = 512;

    private static final int SHOWN = 32;

    private DeviceIds() {}

    /** Returns the id, or refuses it with a message that says what is wrong. */
    public static String checked(String id) {
        Optional<Rejected> problem = problem(id);
        if (problem.isPresent()) {
            throw problem.get();
        }
        return id;
    }

    static Optional<Rejected> problem(String id) {
        if (id.isBlank()) {
            return Optional.of(new Rejected("reading.no-device", "there is no device: give deviceId"));
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
                    "the device's id is \"%s\", which no address can name: browsers and proxies take it for a folder"
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
            // The characters of Unicode that change the direction of the text around them.
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

    /** Encodes only ids that may be too long: a character takes three bytes at most. */
    private static boolean isTooLong(String id) {
        return id.length() > MAX_BYTES / 3 && bytes(id) > MAX_BYTES;
    }

    /** Returns how many bytes of a key a text takes; what separates parts is written as three. */
    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length
                + 2 * text.chars().filter(c -> c == '#' || c == '%').count();
    }
}
