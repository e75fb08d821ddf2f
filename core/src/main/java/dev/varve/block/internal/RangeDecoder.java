package dev.varve.block.internal;

/**
 * Reads what {@link RangeEncoder} wrote. Any bytes give some symbols; reading further past the end than an encoder ever
 * leaves out is an error.
 */
final class RangeDecoder {

    private final byte[] bytes;
    private final int end;
    private int position;
    private long code;
    private long range = RangeEncoder.FULL;
    private long unit;

    RangeDecoder(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.position = from;
        this.end = to;
        // The encoder's interval has 63 bits of a 64-bit number, so the code may only be that large.
        for (int i = 0; i < Long.BYTES; i++) {
            code = code << 8 | next();
        }
        if (code < 0) {
            throw ByteReader.corrupt("arithmetic code begins outside of its first interval");
        }
    }

    private long next() {
        int at = position++;
        return at < end ? bytes[at] & 0xFF : 0;
    }

    /** Returns where the next symbol lies in the total; {@link #consume} must follow. */
    long peek(int totalBits) {
        unit = range >>> totalBits;
        return Math.min(code / unit, (1L << totalBits) - 1);
    }

    void consume(long start, long size) {
        code -= unit * start;
        range = unit * size;
        if (code >= range) {
            throw ByteReader.corrupt("arithmetic code lies outside of its interval");
        }
        while (range < RangeEncoder.BOTTOM) {
            code = code << 8 | next();
            range <<= 8;
        }
    }

    long decodeBits(int count) {
        long value = 0;
        for (int left = count; left > 0; ) {
            int now = Math.min(left, RangeEncoder.RAW_BITS);
            left -= now;
            long part = peek(now);
            consume(part, 1);
            value = value << now | part;
        }
        return value;
    }

    long decodeNumber() {
        int bits = (int) decodeBits(NumberBits.LENGTH);
        if (bits == NumberBits.ESCAPE) {
            return decodeBits(64);
        }
        return bits == 0 ? 0 : 1L << (bits - 1) | decodeBits(bits - 1);
    }

    /** Checks that the code is used up, and that not more was read than there is. */
    void requireEnd() {
        if (position < end || position > end + Long.BYTES) {
            throw ByteReader.corrupt("arithmetic code of another length than its symbols");
        }
    }
}
