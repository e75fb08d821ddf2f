package dev.varve.cli.transfer;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** The format of readings in a file. */
public enum Format {
    CSV("text/csv"),
    NDJSON("application/x-ndjson"),
    LINE("text/x-line-protocol");

    private final String type;

    Format(String type) {
        this.type = type;
    }

    /** Returns the media type. */
    String type() {
        return type;
    }

    /** Returns the format that the extension of a file name stands for, if it is known. */
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

    /** Guesses the format from the beginning of a file: an object, a header with deviceId, or else points. */
    static Format ofBeginning(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8).stripLeading();
        if (text.startsWith("{")) {
            return NDJSON;
        }
        String first = text.lines().findFirst().orElse("");
        return first.contains("deviceId") && !first.contains("=") ? CSV : LINE;
    }
}
