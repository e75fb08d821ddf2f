package dev.varve.key.internal.text;

import dev.varve.error.Rejected;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Encodes numbers as texts that sort by value.
 *
 * <p>A non-negative number is {@code p}, the number of digits before its point, {@code :} and the plain number:
 * {@code p002:42}, {@code p001:0.5}. More digits sort later because of the count; with equal counts, plain decimals
 * sort by value. A negative number is {@code n} and the same text with every digit replaced by nine minus it, followed
 * by {@code ~}, so that a longer number sorts before its own prefix: {@code n997:57~} is -42.
 */
public final class SortableNumber {

    /** DynamoDB keeps 38 significant digits. */
    static final int MAX_DIGITS = 38;

    /** DynamoDB's largest numbers are below 1E+126. */
    static final int MAX_EXPONENT = 125;

    /** DynamoDB's smallest positive number is 1E-130. */
    static final int MIN_EXPONENT = -130;

    /** The characters that may follow a number in a template: those that sort before the point and the digits. */
    public static final AsciiSet SEPARATORS = AsciiSet.of(" !\"#$&'()*+,-");

    private static final int COUNT_AT = 1;
    private static final int DIGITS_AT = 5;

    private SortableNumber() {}

    /** Returns the number without trailing zeros, so that 150 and 1.500E+2 are equal. */
    public static BigDecimal canonical(String name, BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        if (stripped.signum() == 0) {
            return BigDecimal.ZERO;
        }
        if (!fits(stripped)) {
            throw new Rejected(
                    "key.number-too-long",
                    "part " + name + " is a number of " + stripped.precision() + " digits and exponent "
                            + exponent(stripped)
                            + "; DynamoDB keeps " + MAX_DIGITS + " digits and exponents from " + MIN_EXPONENT + " to "
                            + MAX_EXPONENT + ". Round it, or declare the part as text");
        }
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    /** Returns the text of a canonical number. */
    public static String write(BigDecimal number) {
        String plain = number.abs().toPlainString();
        int point = plain.indexOf('.');
        int count = point < 0 ? plain.length() : point;
        String text = String.format(Locale.ROOT, "p%03d:%s", count, plain);
        return number.signum() >= 0 ? text : "n" + complement(text.substring(COUNT_AT)) + "~";
    }

    /** Returns the number that a text encodes, or null if the text is invalid. */
    public static @Nullable BigDecimal read(String text) {
        boolean negative = text.startsWith("n") && text.endsWith("~");
        if (!negative && !text.startsWith("p")) {
            return null;
        }
        String positive = negative ? complement(text.substring(COUNT_AT, text.length() - 1)) : text.substring(COUNT_AT);
        if (positive.length() < DIGITS_AT || !isPlain(positive.substring(DIGITS_AT - COUNT_AT))) {
            return null;
        }
        BigDecimal number = new BigDecimal(positive.substring(DIGITS_AT - COUNT_AT));
        BigDecimal signed = negative ? number.negate() : number;
        // Rejects leading or trailing zeros and a wrong count, which are never written.
        return write(signed).equals(text) && fits(number.stripTrailingZeros()) ? signed : null;
    }

    private static boolean fits(BigDecimal stripped) {
        return stripped.signum() == 0
                || (stripped.precision() <= MAX_DIGITS
                        && exponent(stripped) <= MAX_EXPONENT
                        && exponent(stripped) >= MIN_EXPONENT);
    }

    private static int exponent(BigDecimal stripped) {
        return stripped.precision() - stripped.scale() - 1;
    }

    private static boolean isPlain(String text) {
        return text.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'))
                && text.indexOf('.') == text.lastIndexOf('.')
                && !text.startsWith(".")
                && !(text.indexOf('.') >= 0 && (text.endsWith(".") || text.endsWith("0")));
    }

    private static String complement(String text) {
        var out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            out.append(c >= '0' && c <= '9' ? (char) ('9' - c + '0') : c);
        }
        return out.toString();
    }
}
