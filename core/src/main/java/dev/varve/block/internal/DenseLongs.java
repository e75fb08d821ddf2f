package dev.varve.block.internal;

import java.util.Arrays;

/**
 * Codes a sequence of longs densely: the first value, the greatest common divisor of all differences, and each further value by
 * the probabilities of a {@link ValueModel}.
 */
final class DenseLongs {

    /** Scales are 1 or 1.5 times a power of two, from 2^-6 on. */
    private static final int SCALE_BITS = 7;

    private static final int LOWEST_SCALE = -6;

    /** What is said of the divisor: it is 1; there is none, all values are the same; it follows. */
    private static final int DIVISOR_BITS = 2;

    private static final int ONE = 0;
    private static final int CONSTANT = 1;
    private static final int NUMBER = 2;

    private DenseLongs() {}

    /** Returns whether all values lie close enough to the first one. */
    static boolean fits(long[] values) {
        for (long value : values) {
            long distance = value - values[0];
            boolean overflows = ((value ^ values[0]) & (value ^ distance)) < 0;
            if (overflows || distance >= ValueModel.LARGEST || distance <= -ValueModel.LARGEST) {
                return false;
            }
        }
        return true;
    }

    static void encode(long[] values, RangeEncoder out) {
        if (values.length == 0) {
            return;
        }
        long first = values[0];
        out.encodeBits(first < 0 ? 1 : 0, 1);
        out.encodeNumber(first < 0 ? ~first : first);
        long divisor = divisor(values);
        out.encodeBits(divisor == 1 ? ONE : divisor == 0 ? CONSTANT : NUMBER, DIVISOR_BITS);
        if (divisor == 0) {
            return;
        }
        if (divisor != 1) {
            out.encodeNumber(divisor);
        }
        int scale = scaleOf(values, divisor);
        boolean hasHistory = Repetition.isCommon(values);
        out.encodeBits(scale, SCALE_BITS);
        out.encodeBits(hasHistory ? 1 : 0, 1);
        Writer writer = new Writer(new ValueModel(scale(scale), hasHistory), out);
        for (int i = 1; i < values.length; i++) {
            writer.write((values[i] - first) / divisor);
        }
    }

    static long[] decode(int count, RangeDecoder in) {
        long[] values = new long[count];
        if (count == 0) {
            return values;
        }
        boolean isNegative = in.decodeBits(1) == 1;
        long magnitude = in.decodeNumber();
        if (magnitude < 0) {
            throw ByteReader.corrupt("the first value of a column has more than 64 bits");
        }
        long first = isNegative ? ~magnitude : magnitude;
        int kind = (int) in.decodeBits(DIVISOR_BITS);
        if (kind == CONSTANT) {
            Arrays.fill(values, first);
            return values;
        }
        if (kind > NUMBER) {
            throw ByteReader.corrupt("the divisor of a column is of an unknown kind");
        }
        long divisor = kind == ONE ? 1 : in.decodeNumber();
        int scale = (int) in.decodeBits(SCALE_BITS);
        boolean hasHistory = in.decodeBits(1) == 1;
        Reader reader = new Reader(new ValueModel(scale(scale), hasHistory), in);
        values[0] = first;
        for (int i = 1; i < count; i++) {
            // A crafted divisor may wrap around: the result is some long, as with any other bytes.
            values[i] = first + reader.read() * divisor;
        }
        return values;
    }

    private static long divisor(long[] values) {
        long divisor = 0;
        for (int i = 1; i < values.length && divisor != 1; i++) {
            long rest = Math.abs(values[i] - values[i - 1]);
            while (rest != 0) {
                long next = divisor % rest;
                divisor = rest;
                rest = next;
            }
        }
        return divisor;
    }

    private static int scaleOf(long[] values, long divisor) {
        double sum = 0;
        for (int i = 1; i < values.length; i++) {
            sum += Math.abs((double) (values[i] - values[i - 1]) / divisor);
        }
        double mean = sum / (values.length - 1);
        int scale = 0;
        while (scale < (1 << SCALE_BITS) - 1 && scale(scale) < mean * 0.85) {
            scale++;
        }
        return scale;
    }

    private static double scale(int index) {
        return Math.scalb((index & 1) == 0 ? 1.0 : 1.5, (index >> 1) + LOWEST_SCALE);
    }

    /** Says which exact value in a cell is likely, and how often it was right. */
    private static class Cells {
        final ValueModel model;
        final AdaptiveBit isPrevious = new AdaptiveBit();
        final AdaptiveBit isKnown = new AdaptiveBit();

        Cells(ValueModel model) {
            this.model = model;
        }

        boolean holdsPrevious(long cell) {
            return model.previous() >> model.shift() == cell;
        }

        boolean holdsKnown(long cell) {
            long low = cell << model.shift();
            return model.hasHistory() && model.history().hasIn(low, low + (1L << model.shift()));
        }
    }

    private static final class Writer extends Cells {
        private final RangeEncoder out;

        Writer(ValueModel model, RangeEncoder out) {
            super(model);
            this.out = out;
        }

        void write(long value) {
            model.prepare();
            long cell = value >> model.shift();
            long start = model.choose(cell);
            if (model.size() > 0) {
                out.encode(start, model.size(), ValueModel.TOTAL_BITS);
                if (model.shift() > 0) {
                    writeLowBits(value, cell);
                }
            } else {
                long top = model.top();
                out.encode(top, (1L << ValueModel.TOTAL_BITS) - top, ValueModel.TOTAL_BITS);
                out.encodeNumber(ByteWriter.zigzag(value - model.previous()));
                model.escaped();
            }
            model.learn(value);
        }

        private void writeLowBits(long value, long cell) {
            if (holdsPrevious(cell)) {
                isPrevious.encode(out, value == model.previous());
                if (value == model.previous()) {
                    return;
                }
            } else if (holdsKnown(cell)) {
                long known = model.history().from(cell << model.shift());
                isKnown.encode(out, value == known);
                if (value == known) {
                    return;
                }
            }
            out.encodeBits(value, model.shift());
        }
    }

    private static final class Reader extends Cells {
        private final RangeDecoder in;

        Reader(ValueModel model, RangeDecoder in) {
            super(model);
            this.in = in;
        }

        long read() {
            model.prepare();
            long place = in.peek(ValueModel.TOTAL_BITS);
            long top = model.top();
            long value;
            if (place >= top) {
                in.consume(top, (1L << ValueModel.TOTAL_BITS) - top);
                value = model.previous() + ByteWriter.unzigzag(in.decodeNumber());
                if (value >= ValueModel.LARGEST || value <= -ValueModel.LARGEST) {
                    throw ByteReader.corrupt("a value of a column is out of range");
                }
                model.escaped();
            } else {
                long cell = find(place);
                long start = model.choose(cell);
                in.consume(start, model.size());
                value = model.shift() == 0 ? cell : readLowBits(cell);
            }
            model.learn(value);
            return value;
        }

        private long readLowBits(long cell) {
            if (holdsPrevious(cell)) {
                if (isPrevious.decode(in)) {
                    return model.previous();
                }
            } else if (holdsKnown(cell)) {
                if (isKnown.decode(in)) {
                    return model.history().from(cell << model.shift());
                }
            }
            return cell << model.shift() | in.decodeBits(model.shift());
        }

        /** Returns the cell whose interval contains the place. */
        private long find(long place) {
            long limit = ValueModel.LARGEST >> model.shift();
            long low = model.likelyCell();
            long atLow = model.below(low);
            long high;
            long atHigh;
            long step = model.width();
            if (atLow <= place) {
                high = low + step;
                atHigh = model.below(high);
                while (atHigh <= place) {
                    low = high;
                    atLow = atHigh;
                    step = Math.min(step, limit / 4) * 4;
                    high = bounded(low + step, limit, high);
                    atHigh = model.below(high);
                }
            } else {
                high = low;
                atHigh = atLow;
                low = high - step;
                atLow = model.below(low);
                while (atLow > place) {
                    high = low;
                    atHigh = atLow;
                    step = Math.min(step, limit / 4) * 4;
                    low = bounded(high - step, limit, low);
                    atLow = model.below(low);
                }
            }
            return between(low, atLow, high, atHigh, place);
        }

        private static long bounded(long cell, long limit, long before) {
            long within = Math.max(-limit, Math.min(limit, cell));
            if (within == before) {
                throw ByteReader.corrupt("a symbol of a column has no value");
            }
            return within;
        }

        private long between(long from, long atFrom, long to, long atTo, long place) {
            long low = from;
            long atLow = atFrom;
            long high = to;
            long atHigh = atTo;
            // By interpolation, and by halves where that is slow.
            for (boolean halve = false; high - low > 1; halve = !halve) {
                long middle = halve
                        ? low + ((high - low) >> 1)
                        : low + (long) ((double) (place - atLow) / (atHigh - atLow) * (high - low));
                middle = Math.max(low + 1, Math.min(high - 1, middle));
                long atMiddle = model.below(middle);
                if (atMiddle <= place) {
                    low = middle;
                    atLow = atMiddle;
                } else {
                    high = middle;
                    atHigh = atMiddle;
                }
            }
            return low;
        }
    }
}
