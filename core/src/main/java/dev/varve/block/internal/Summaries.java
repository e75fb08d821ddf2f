package dev.varve.block.internal;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.bytes.ByteWriter;
import dev.varve.block.internal.number.DecimalFit;
import dev.varve.block.internal.number.DecimalForm;
import dev.varve.error.CorruptData;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Writes summaries. Exact ones are stored relative to the least value, which makes them short: the sum and the sum of squares
 * of all distances from it.
 */
final class Summaries {

    private static final int EXACT = 0;
    private static final int ROUNDED = 1;

    /** The largest exact mantissa has 15 digits: all such decimals and their doubles stand for each other. */
    private static final long LARGEST_EXACT = 1_000_000_000_000_000L;

    /** The squares of 32,768 such distances fit into a long. */
    private static final long LARGEST_SPAN = (1L << 24) - 1;

    /** 32,768 squares of 64 bits need 143 bits, in groups of 7. */
    private static final int MAX_GROUPS = 21;

    /** So many groups are a positive long. */
    private static final int PART_GROUPS = 9;

    private Summaries() {}

    /** Writes the summary of values that are {@code mantissas / 10^exponent}. */
    static void writeExact(long[] mantissas, int exponent, ByteWriter out) {
        long least = mantissas[0];
        long most = mantissas[0];
        for (long mantissa : mantissas) {
            least = Math.min(least, mantissa);
            most = Math.max(most, mantissa);
        }
        out.writeByte(exponent << 1 | EXACT);
        out.writeSigned(least);
        out.writeUnsigned(most - least);
        long span = most - least;
        if (span >= 0 && span <= LARGEST_SPAN && mantissas.length <= Block.MAX_EVENTS) {
            writeSums(mantissas, least, out);
        } else {
            writeWideSums(mantissas, least, out);
        }
    }

    private static void writeSums(long[] mantissas, long least, ByteWriter out) {
        long sum = 0;
        long squares = 0;
        for (long mantissa : mantissas) {
            long distance = mantissa - least;
            sum += distance;
            squares += distance * distance;
        }
        out.writeUnsigned(sum);
        out.writeUnsigned(squares);
    }

    private static void writeWideSums(long[] mantissas, long least, ByteWriter out) {
        WideSum sum = new WideSum();
        WideSum squares = new WideSum();
        for (long mantissa : mantissas) {
            long distance = mantissa - least;
            sum.add(distance);
            squares.addSquare(distance);
        }
        write(sum.value(), out);
        write(squares.value(), out);
    }

    /** Writes the summary of doubles: exact if they are decimals of at most 15 digits. */
    static void write(double[] values, @Nullable DecimalFit fit, ByteWriter out) {
        if (fit != null && fit.isExact() && fit.largest() < LARGEST_EXACT) {
            writeExact(fit.mantissas(), fit.form().exponent(), out);
            return;
        }
        double min = Double.NaN;
        double max = Double.NaN;
        CompensatedSum sum = new CompensatedSum();
        CompensatedSum squares = new CompensatedSum();
        for (double value : values) {
            min = !(value >= min) && !Double.isNaN(value) ? value : min;
            max = !(value <= max) && !Double.isNaN(value) ? value : max;
            sum.add(value);
            squares.addSquare(value);
        }
        out.writeByte(ROUNDED);
        for (double figure : new double[] {min, max, sum.value(), squares.value()}) {
            out.writeFixed(Double.doubleToRawLongBits(figure), Long.BYTES);
        }
    }

    private static void write(BigInteger value, ByteWriter out) {
        BigInteger rest = value;
        BigInteger low = BigInteger.valueOf(0x7F);
        while (rest.bitLength() > 7) {
            out.writeByte(rest.and(low).intValue() | 0x80);
            rest = rest.shiftRight(7);
        }
        out.writeByte(rest.intValue());
    }

    /** Skips a summary; one that this accepts can be read. */
    static void skip(ByteReader in) {
        int head = in.readByte();
        if (head == ROUNDED) {
            in.part(4 * Double.BYTES);
            return;
        }
        exponent(head);
        in.readSigned();
        for (int i = 0; i < 3; i++) {
            int groups = 1;
            while (in.readByte() >= 0x80) {
                if (++groups > MAX_GROUPS) {
                    throw tooLarge();
                }
            }
        }
    }

    private static int exponent(int head) {
        int exponent = head >> 1;
        if ((head & 1) != EXACT || exponent > DecimalForm.MAX_DIGITS) {
            throw ByteReader.corrupt("a summary is of unknown kind %s".formatted(head));
        }
        return exponent;
    }

    private static CorruptData tooLarge() {
        return ByteReader.corrupt("a sum has more than %s bits".formatted(7 * MAX_GROUPS));
    }

    static ColumnSummary read(int count, ByteReader in) {
        int head = in.readByte();
        if (head == ROUNDED) {
            return new ColumnSummary.Rounded(count, readDouble(in), readDouble(in), readDouble(in), readDouble(in));
        }
        int exponent = exponent(head);
        BigInteger least = BigInteger.valueOf(in.readSigned());
        BigInteger span = readBig(in);
        BigInteger sum = readBig(in);
        BigInteger squares = readBig(in);
        BigInteger all = BigInteger.valueOf(count);
        // Σ(d + l)² = Σd² + 2lΣd + nl²
        BigInteger sumOfSquares = squares.add(least.multiply(sum).shiftLeft(1))
                .add(least.multiply(least).multiply(all));
        return new ColumnSummary.Exact(
                count,
                new BigDecimal(least, exponent),
                new BigDecimal(least.add(span), exponent),
                new BigDecimal(sum.add(least.multiply(all)), exponent),
                new BigDecimal(sumOfSquares, 2 * exponent));
    }

    private static double readDouble(ByteReader in) {
        return Double.longBitsToDouble(in.readFixed(Long.BYTES));
    }

    private static BigInteger readBig(ByteReader in) {
        BigInteger value = BigInteger.ZERO;
        long part = 0;
        for (int group = 0; group < MAX_GROUPS; group++) {
            int next = in.readByte();
            int inPart = group % PART_GROUPS;
            part |= (next & 0x7FL) << 7 * inPart;
            if (next < 0x80 || inPart == PART_GROUPS - 1) {
                // Most sums are a single part.
                BigInteger more = BigInteger.valueOf(part);
                value = group < PART_GROUPS ? more : value.or(more.shiftLeft(7 * (group - inPart)));
                part = 0;
            }
            if (next < 0x80) {
                return value;
            }
        }
        throw tooLarge();
    }
}
