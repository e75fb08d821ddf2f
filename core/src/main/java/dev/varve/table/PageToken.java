package dev.varve.table;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Where a page ended: an opaque text that resumes the same query or scan, and no other.
 *
 * <p>The text is Base64url, without padding, of some content and its CRC-32. A text that was cut, extended or changed in
 * any character does not pass the checksum, and the read that gets it refuses it with the code {@code page.token}. The
 * checksum finds damage; it does not stop a forger.
 */
public record PageToken(String text) {

    /** The length of the checksum, a big-endian CRC-32 behind the content. */
    private static final int CHECKSUM_BYTES = 4;

    /** Returns the token that holds this content. */
    public static PageToken of(byte[] content) {
        ByteBuffer bytes = ByteBuffer.allocate(content.length + CHECKSUM_BYTES);
        bytes.put(content).putInt(checksum(content, content.length));
        return new PageToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array()));
    }

    /** Returns the content of this token, or nothing where its text is not what {@link #of} wrote. */
    public Optional<byte[]> content() {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        int length = bytes.length - CHECKSUM_BYTES;
        if (length < 0 || ByteBuffer.wrap(bytes).getInt(length) != checksum(bytes, length)) {
            return Optional.empty();
        }
        byte[] content = new byte[length];
        ByteBuffer.wrap(bytes).get(content);
        // The decoder ignores padding and the last bits of the last character: one content has one text.
        return of(content).text.equals(text) ? Optional.of(content) : Optional.empty();
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }

    @Override
    public String toString() {
        return text;
    }
}
