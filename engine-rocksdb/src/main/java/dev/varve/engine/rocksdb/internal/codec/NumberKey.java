package dev.varve.engine.rocksdb.internal.codec;

import dev.varve.item.Num;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Encodes numbers as bytes whose unsigned order is the numeric order; no encoding is a prefix of another.
 *
 * <p>The bytes are a sign byte; then, unless the number is 0, the decimal exponent of the first digit, shifted to
 * 0…255; then the digits in pairs, each pair plus one; then a zero. For negative numbers all bytes after the sign are
 * inverted.
 */
final class NumberKey {

    private static final int NEGATIVE = 0x40;
    private static final int ZERO = 0x80;
    private static final int POSITIVE = 0xC0;

    private NumberKey() {}

    static void write(ByteWriter out, Num number) {
        BigDecimal value = number.value();
        if (value.signum() == 0) {
            out.u8(ZERO);
            return;
        }
        int flip = value.signum() < 0 ? 0xFF : 0;
        String digits = value.unscaledValue().abs().toString();
        int exponent = digits.length() - value.scale() - 1;
        out.u8(flip == 0 ? POSITIVE : NEGATIVE).u8((exponent - Num.MIN_EXPONENT) ^ flip);
        for (int i = 0; i < digits.length(); i += 2) {
            int low = i + 1 < digits.length() ? digits.charAt(i + 1) - '0' : 0;
            out.u8(((digits.charAt(i) - '0') * 10 + low + 1) ^ flip);
        }
        out.u8(flip);
    }

    static Num read(ByteReader in) {
        int sign = in.u8();
        if (sign == ZERO) {
            return Num.of(0);
        }
        if (sign != POSITIVE && sign != NEGATIVE) {
            throw in.damaged("has a number key with sign byte " + sign);
        }
        int flip = sign == POSITIVE ? 0 : 0xFF;
        int exponent = (in.u8() ^ flip) + Num.MIN_EXPONENT;
        StringBuilder digits = new StringBuilder(Num.MAX_DIGITS);
        for (int pair = in.u8() ^ flip; pair != 0; pair = in.u8() ^ flip) {
            if (pair > 100 || digits.length() >= Num.MAX_DIGITS) {
                throw in.damaged("has a number key with wrong digits");
            }
            digits.append((char) ('0' + (pair - 1) / 10)).append((char) ('0' + (pair - 1) % 10));
        }
        return number(in, digits, exponent, flip != 0);
    }

    private static Num number(ByteReader in, StringBuilder digits, int exponent, boolean negative) {
        int last = digits.length() - 1;
        boolean zeros = last < 0 || (digits.charAt(last) == '0' && digits.charAt(last - 1) == '0');
        if (zeros || digits.charAt(0) == '0') {
            throw in.damaged("has a number key with wrong digits");
        }
        if (digits.charAt(last) == '0') {
            digits.setLength(last);
        }
        BigInteger unscaled = new BigInteger(digits.toString());
        return Num.of(new BigDecimal(negative ? unscaled.negate() : unscaled, digits.length() - 1 - exponent));
    }
}
