package dev.varve.cli.transfer;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** How readings are written in a file. */
public enum Format {
    CSV("text/csv"),
    NDJSON("application/x-ndjson"),
    LINE("text/x-line-protocol");

    private final String type;

    Format(String type) {
        this.type = type;
    }

    /** Returns the content type that tells a server of it. */
    String type() {
        return type;
    }

    /** Returns what the end of a file's name says, if it says something. */
    static Optional<Format> ofName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String plain = lower.endsWith(".gz") ? lower.substring(0, lower.length() - 3) : lower;
        return switch (plain.substring(plain.lastIndexOf('.') + 1)) {
            case "csv" -> Optional.of(CSV);
            case "ndjson", "jsonl" -> Optional.of(NDJSON);
            case "lp", "line", "influx" -> Optional.of(LINE);
            default -> Optional.empty();
        };
    }

    /** Guesses from how a file begins: an object, a header with deviceId, or else points. */
    static Format ofBeginning(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8).stripLeading();
        if (text.startsWith("{")) {
            return NDJSON;
        }
        String first = text.lines().findFirst().orElse("");
        return first.contains("deviceId") && !first.contains("=") ? CSV : LINE;
    }
}
