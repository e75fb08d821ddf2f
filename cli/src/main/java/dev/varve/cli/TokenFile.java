package dev.varve.cli;

import dev.varve.error.Rejected;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that holds a token and nothing else. */
final class TokenFile {

    private static final String STANDARD_INPUT = "-";

    /** Larger than any token; tokens have about forty characters. */
    private static final int MAX_BYTES = 4_096;

    private TokenFile() {}

    /** Returns the token in a file, or in standard input for {@code -}, without the line break. */
    static String read(String file) {
        byte[] bytes;
        try {
            bytes = file.equals(STANDARD_INPUT) ? System.in.readNBytes(MAX_BYTES + 1) : bytes(Path.of(file));
        } catch (IOException e) {
            throw new Rejected("cli.token-file", "--token-file cannot be read: " + Problems.text(e));
        }
        return checked(file, bytes);
    }

    private static byte[] bytes(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(MAX_BYTES + 1);
        }
    }

    private static String checked(String file, byte[] bytes) {
        String token = new String(bytes, StandardCharsets.UTF_8).strip();
        boolean isToken = bytes.length <= MAX_BYTES && token.matches("[\\x21-\\x7e]+");
        if (!isToken) {
            throw new Rejected(
                    "cli.token-file",
                    "%s must hold a token in one line and nothing else"
                            .formatted(file.equals(STANDARD_INPUT) ? "standard input" : file));
        }
        return token;
    }
}
