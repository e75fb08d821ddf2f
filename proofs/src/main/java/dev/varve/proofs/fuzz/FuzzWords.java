package dev.varve.proofs.fuzz;

import dev.varve.testkit.random.Draw;
import java.util.List;
import java.util.regex.Pattern;

/** Draws names and texts with characters that are special in some format. */
final class FuzzWords {

    private static final List<String> PLAIN = List.of(
            "a", "temperature", "hall-a", "sensor_01", "x.y", "Größe", "温度", "\uD83D\uDE00", "e1", "true", "null", "0");

    /** Without the backslash: line protocol has no way to write every text that contains one. */
    private static final List<String> ODD =
            List.of(",", "=", " ", "\"", "'", "#", ";", "|", ":", "/", "{", "[", "%", "\0", "\u0085", "\u2028");

    /** The odd characters that a device's id may not contain. */
    private static final Pattern INVISIBLE = Pattern.compile("[\0\u0085\u2028]");

    private final Draw draw;

    FuzzWords(Draw draw) {
        this.draw = draw;
    }

    /** Returns a name that is not empty, and begins and ends with a letter or digit. */
    String name() {
        var name = new StringBuilder(draw.oneOf(PLAIN));
        for (int more = draw.below(3); more > 0; more--) {
            name.append(draw.chance(50) ? draw.oneOf(ODD) : "").append(draw.oneOf(PLAIN));
        }
        return name.toString();
    }

    /** Returns a name that can be the id of a device, or a part of one. */
    String id() {
        return INVISIBLE.matcher(name()).replaceAll("");
    }

    /** Returns a text of one line or several, which may be empty. */
    String text() {
        var text = new StringBuilder();
        for (int more = draw.below(5); more > 0; more--) {
            text.append(draw.oneWay(
                    () -> draw.oneOf(PLAIN), () -> draw.oneOf(ODD), () -> draw.oneOf("\n", "\\", "\t", "\\\"")));
        }
        return text.toString();
    }

    /** Returns a number that a table can hold. */
    double number() {
        return switch (draw.below(5)) {
            case 0 -> draw.between(-1_000_000, 1_000_000);
            case 1 -> draw.between(-10_000, 10_000) / 100.0;
            case 2 -> draw.oneOf(0.0, 1e49, -1e-49, 4.9e-50, 9007199254740992.0, 0.1 + 0.2);
            case 3 -> (draw.nextDouble() - 0.5) * Math.pow(10, draw.between(-40, 48));
            default -> draw.below(2);
        };
    }
}
