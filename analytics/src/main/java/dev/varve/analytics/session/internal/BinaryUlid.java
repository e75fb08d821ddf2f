package dev.varve.analytics.session.internal;

import dev.varve.error.Rejected;
import dev.varve.key.Ulid;
import dev.varve.key.internal.text.UlidClock;
import java.nio.ByteBuffer;
import java.time.Instant;

/** Converts the ids of hits and sessions, which are ULIDs, to 16 bytes and back; the bytes sort like the texts. */
final class BinaryUlid {

    static final int BYTES = 16;

    private static final int LENGTH = 26;
    private static final int BITS = 5;

    private BinaryUlid() {}

    /** Returns the clock in an id; refuses a text that is not a ULID. */
    static Instant clock(String id) {
        return Ulid.clockOf(id)
                .orElseThrow(() -> new Rejected(
                        "visit.id",
                        "\"%s\" is not a ULID: an id has 26 characters of 0-9 and A-Z without I, L, O, U"
                                .formatted(id)));
    }

    /** Returns the characters of an id after its clock. */
    static String random(String id) {
        return id.substring(UlidClock.CLOCK_WIDTH);
    }

    /** Returns an id in bytes. */
    static byte[] bytes(String id) {
        long high = 0;
        long low = 0;
        for (int i = 0; i < LENGTH; i++) {
            high = (high << BITS) | (low >>> (Long.SIZE - BITS));
            low = (low << BITS) | UlidClock.DIGITS.indexOf(id.charAt(i));
        }
        return ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
    }

    /** Reads an id and advances the position. */
    static String read(ByteBuffer bytes) {
        long high = bytes.getLong();
        long low = bytes.getLong();
        char[] text = new char[LENGTH];
        for (int i = LENGTH - 1; i >= 0; i--) {
            text[i] = UlidClock.DIGITS.charAt((int) low & 31);
            low = (low >>> BITS) | (high << (Long.SIZE - BITS));
            high >>>= BITS;
        }
        return new String(text);
    }
}
