package dev.varve.block.internal.range;

import dev.varve.block.internal.bytes.ByteReader;

/**
 * Reads what {@link RangeEncoder} wrote. Any bytes give some symbols; reading further past the end than an encoder ever
 * leaves out is an error.
 */
public final class RangeDecoder {

    private final byte[] bytes;
    private final int end;
    private int position;
    private long code;
    private long range = RangeEncoder.FULL;
    private long unit;

    public RangeDecoder(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.position = from;
        this.end = to;
        // The encoder's interval has 63 bits of a 64-bit number, so the code may only be that large.
        code = next() << 32 | next();
        if (code < 0) {
            throw ByteReader.corrupt("arithmetic code begins outside of its first interval");
        }
    }

    private long next() {
        int at = position;
        position += Integer.BYTES;
        if (position <= end) {
            return (int) RangeEncoder.WORDS.get(bytes, at) & 0xFFFF_FFFFL;
        }
        long word = 0;
        for (int i = at; i < position; i++) {
            word = word << 8 | (i < end ? bytes[i] & 0xFF : 0);
        }
        return word;
    }

    /** Returns where the next symbol lies in a total of 2^{@code totalBits}; {@link #consume} must follow. */
    int peek(int totalBits) {
        return peek(range >>> totalBits, 1 << totalBits);
    }

    /** As {@link #peek}, of any total up to 2^24. */
    public int peekOf(int total) {
        return peek(RangeEncoder.unit(range, total), total);
    }

    private int peek(long ofOne, int total) {
        unit = ofOne;
        long place = code / ofOne;
        return place < total ? (int) place : total - 1;
    }

    /** Reads a binary symbol: true has {@code ones} of the total. */
    boolean decodeBit(int ones, int totalBits) {
        unit = range >>> totalBits;
        long bound = unit * ones;
        boolean bit = code < bound;
        if (bit) {
            range = bound;
        } else {
            code -= bound;
            range = unit * ((1L << totalBits) - ones);
            checkCode();
        }
        renew();
        return bit;
    }

    public void consume(long start, long size) {
        code -= unit * start;
        range = unit * size;
        checkCode();
        renew();
    }

    private void checkCode() {
        if (code >= range) {
            throw ByteReader.corrupt("arithmetic code lies outside of its interval");
        }
    }

    private void renew() {
        if (range < RangeEncoder.BOTTOM) {
            code = code << 32 | next();
            range <<= 32;
        }
    }

    public long decodeBits(int count) {
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

    public long decodeNumber() {
        int bits = (int) decodeBits(NumberBits.LENGTH);
        if (bits == NumberBits.ESCAPE) {
            return decodeBits(64);
        }
        return bits == 0 ? 0 : 1L << (bits - 1) | decodeBits(bits - 1);
    }

    /** Checks that the code is used up, and that not more was read than there is. */
    public void requireEnd() {
        if (position < end || position > end + Long.BYTES) {
            throw ByteReader.corrupt("arithmetic code of another length than its symbols");
        }
    }
}
