package dev.varve.cli.show;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Formats values for people. */
public final class HumanText {

    private static final String LEVELS = "▁▂▃▄▅▆▇█";
    private static final MathContext SHORT = new MathContext(4);

    private HumanText() {}

    /** Returns a text with terminal control and text direction characters escaped. */
    public static String clean(String text) {
        return escaped(text, c -> Character.isISOControl(c) || isDirection(c));
    }

    /** Returns equivalent JSON that is safe to print; line breaks and indents stay. */
    public static String cleanJson(String json) {
        return escaped(json, c -> c > ' ' && (Character.isISOControl(c) || isDirection(c)));
    }

    private static String escaped(String text, IntPredicate isUnsafe) {
        if (text.codePoints().noneMatch(isUnsafe)) {
            return text;
        }
        var escaped = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (isUnsafe.test(c)) {
                String hex = Integer.toHexString(c);
                escaped.append("\\u").append("0".repeat(4 - hex.length())).append(hex);
            } else {
                escaped.appendCodePoint(c);
            }
        });
        return escaped.toString();
    }

    /** Returns whether a character changes the text direction: Unicode's marks, embeddings, overrides and isolates. */
    private static boolean isDirection(int c) {
        return c == 0x061c
                || c == 0x200e
                || c == 0x200f
                || (c >= 0x202a && c <= 0x202e)
                || (c >= 0x2066 && c <= 0x2069);
    }

    /** Returns a count with its unit, in the singular for one. */
    public static String count(long number, String one, String more) {
        return count(number) + " " + (number == 1 ? one : more);
    }

    /** Returns an exact number; whole ones without a fraction. */
    public static String exact(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? String.valueOf((long) number)
                : String.valueOf(number);
    }

    /** Returns a number with four significant digits. */
    public static String rounded(double number) {
        if (number == 0 || !Double.isFinite(number)) {
            return exact(number);
        }
        double size = Math.abs(number);
        if (size >= 1e9 || size < 1e-4) {
            return new BigDecimal(number).round(SHORT).stripTrailingZeros().toString();
        }
        BigDecimal value = size >= 1000 ? BigDecimal.valueOf(Math.rint(number)) : new BigDecimal(number).round(SHORT);
        return value.stripTrailingZeros().toPlainString();
    }

    /** Returns a number of bytes. */
    public static String bytes(long bytes) {
        String[] units = {"B", "KB", "MB", "GB", "TB"};
        int unit = 0;
        double size = (double) bytes;
        while (size >= 1024 && unit < units.length - 1) {
            size /= 1024;
            unit++;
        }
        return rounded(size) + " " + units[unit];
    }

    /** Returns a whole number with thousands separators. */
    public static String count(long number) {
        var text = new StringBuilder(String.valueOf(Math.abs(number)));
        for (int i = text.length() - 3; i > 0; i -= 3) {
            text.insert(i, ',');
        }
        return number < 0 ? "-" + text : text.toString();
    }

    /** Returns how long ago something was. */
    public static String ago(@Nullable Instant then, Instant now) {
        if (then == null) {
            return "never";
        }
        Duration passed = Duration.between(then, now);
        return passed.isNegative() ? "in " + length(passed.negated()) : length(passed) + " ago";
    }

    /** Returns a duration as the time something took. */
    public static String seconds(Duration taken) {
        return taken.toSeconds() >= 100 ? length(taken) : rounded(taken.toMillis() / 1000.0) + " s";
    }

    /** Returns a duration in its largest unit. */
    public static String length(Duration length) {
        long seconds = length.toSeconds();
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3600) {
            return seconds / 60 + "m";
        }
        return seconds < 48 * 3600 ? seconds / 3600 + "h" : seconds / 86400 + "d";
    }

    /** Returns the values as bars of one character each; a dot for a missing value. */
    public static String spark(List<@Nullable Double> values) {
        List<Double> known = new ArrayList<>();
        for (Double value : values) {
            if (value != null) {
                known.add(value);
            }
        }
        double low = known.stream().mapToDouble(Double::doubleValue).min().orElse(0);
        double high = known.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        var spark = new StringBuilder();
        for (Double value : values) {
            if (value == null) {
                spark.append('·');
            } else {
                double share = high == low ? 0.5 : (value - low) / (high - low);
                spark.append(LEVELS.charAt((int) Math.min(LEVELS.length() - 1, share * LEVELS.length())));
            }
        }
        return spark.toString();
    }
}
