package dev.varve.analytics.enrich;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Cleans texts from untrusted clients, so that they can be stored and shown. */
public final class UntrustedText {

    private static final char REPLACEMENT = '\uFFFD';

    private UntrustedText() {}

    /** Returns the percent-decoded text, or the text itself if the result is not UTF-8. */
    static String decoded(String text) {
        return clean(text.indexOf('%') < 0 ? text : unescape(text).orElse(text));
    }

    private static Optional<String> unescape(String text) {
        byte[] bytes = clean(text).getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            int high = bytes[i] == '%' && i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
            int low = high < 0 ? -1 : Character.digit(bytes[i + 2], 16);
            if (low >= 0) {
                out.put((byte) (high << 4 | low));
                i += 2;
            } else {
                out.put(bytes[i]);
            }
        }
        try {
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(out.flip()).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** Returns the text with control characters and unpaired surrogates replaced by U+FFFD. */
    public static String clean(String text) {
        StringBuilder out = null;
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            boolean isPair = Character.isHighSurrogate(next)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (isPair) {
                i++;
            } else if (Character.isSurrogate(next) || Character.isISOControl(next)) {
                out = out == null ? new StringBuilder(text) : out;
                out.setCharAt(i, REPLACEMENT);
            }
        }
        return out == null ? text : out.toString();
    }

    /** Returns the first characters of a text without splitting a surrogate pair. */
    public static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
    }
}
