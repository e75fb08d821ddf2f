package dev.varve.benchmarks.codec;

/** Reads what {@link BitOutput} wrote. */
final class BitInput {

    private final long[] words;
    private int at;
    private int used;

    BitInput(long[] words) {
        this.words = words;
    }

    long read(int count) {
        long value = words[at] << used;
        int rest = Long.SIZE - used;
        if (count >= rest) {
            at++;
            used = count - rest;
            if (used > 0) {
                value |= words[at] >>> rest;
            }
        } else {
            used += count;
        }
        return count == 0 ? 0 : value >>> (Long.SIZE - count);
    }
}
