package dev.varve.proofs.fuzz;

import dev.varve.testkit.random.Draw;
import java.util.List;

/** Damages a valid text. */
final class Spoil {

    /** The length of the longest texts: long enough to reveal quadratic parsing. */
    private static final int LONG = 300_000;

    private static final List<String> BITS = List.of(
            "\0", "\n", "\r\n", "\r", "\t", " ", "\"", "'", "\\", ",", "=", ";", ":", "|", "{", "}", "[", "]", "#", "-",
            "+", ".", "\uD800", "\uDC00", "\uFFFF", "\uFEFF", "\u0660", "é", "%", "%zz", "\\u", "\\ud800", "\\u0000",
            "i", "u", "e", "0", "9");

    private static final List<String> PIECES = List.of(
            "999999999999999999999999",
            "-9223372036854775808",
            "9223372036854775807i",
            "18446744073709551615u",
            "1e999999999",
            "-1e-999999999",
            "1e126",
            "1e-131",
            "NaN",
            "Infinity",
            "0x1p3",
            "1d",
            "-0",
            "00",
            "1_0",
            "null",
            "true",
            "{}",
            "[]",
            "\"\"",
            "{\"a\":",
            "+10000-01-01T00:00:00Z",
            "2026-02-30",
            "-999999999y",
            "now",
            "deviceId",
            "at",
            "fields");

    private final Draw draw;

    Spoil(Draw draw) {
        this.draw = draw;
    }

    /** Returns the text, damaged in one or a few places. */
    String of(String text, String other) {
        String spoiled = text;
        for (int more = draw.between(1, 4); more > 0; more--) {
            spoiled = once(spoiled, other);
        }
        return spoiled;
    }

    private String once(String text, String other) {
        int from = draw.below(text.length() + 1);
        int to = Math.min(text.length(), from + draw.below(draw.chance(80) ? 8 : 200));
        String before = text.substring(0, from);
        String piece = text.substring(from, to);
        String after = text.substring(to);
        return switch (draw.below(12)) {
            case 0, 1 -> before + after;
            case 2 -> before + piece + piece + after;
            case 3 -> before + draw.oneOf(PIECES) + after;
            case 4, 5 -> before + draw.oneOf(BITS) + after;
            case 6, 7 -> before + draw.oneOf(BITS) + piece + after;
            case 8 -> after + before;
            case 9 -> before + other.substring(draw.below(other.length() + 1));
            case 10 -> before + (char) draw.below(Character.MAX_VALUE + 1) + after;
            default -> before + repeated(piece) + after;
        };
    }

    private String repeated(String piece) {
        String again = piece.isEmpty() ? draw.oneOf(BITS) : draw.chance(30) ? draw.oneOf(BITS) : piece;
        int length = draw.chance(97) ? draw.below(3_000) : LONG;
        return again.repeat(Math.max(1, length / again.length()));
    }
}
