package dev.varve.table;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * An opaque text that resumes a query or scan after a page; it is valid only for the same query or scan.
 *
 * <p>The text is Base64url, without padding, of some content and its CRC-32. A token that was cut, extended or changed
 * fails the checksum; a read rejects it with the code {@code page.token}. The checksum detects damage, not forgery.
 */
public record PageToken(String text) {

    /** The length of the checksum, a big-endian CRC-32 after the content. */
    private static final int CHECKSUM_BYTES = 4;

    /** Returns the token that holds this content. */
    public static PageToken of(byte[] content) {
        ByteBuffer bytes = ByteBuffer.allocate(content.length + CHECKSUM_BYTES);
        bytes.put(content).putInt(checksum(content, content.length));
        return new PageToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array()));
    }

    /** Returns the content of this token, or empty if {@link #of} did not write its text. */
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
        // The decoder ignores padding and unused bits of the last character; only the canonical text is valid.
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
