package dev.varve.block.internal.model;

import java.util.Arrays;

/** Remembers which value followed a context last, and how often it did so in a row. */
final class Followers {

    private static final int SLOT_BITS = 8;
    private static final int SLOTS = 1 << SLOT_BITS;
    private static final int MAX_TRUST = 3;

    private final long[] contexts = new long[SLOTS];
    private final long[] values = new long[SLOTS];
    private final byte[] trust = new byte[SLOTS];
    private long context;
    private int slot;

    Followers() {
        Arrays.fill(trust, (byte) -1);
    }

    /** Looks up a context. */
    void find(long wanted) {
        context = wanted;
        slot = (int) (wanted * 0x9E3779B97F4A7C15L >>> Long.SIZE - SLOT_BITS);
    }

    /** Returns how much the value can be trusted, from 0 to 3; -1 if the context is new. */
    int trust() {
        return contexts[slot] == context ? trust[slot] : -1;
    }

    long value() {
        return values[slot];
    }

    /** Learns the value that followed the context. */
    void learn(long value) {
        if (contexts[slot] != context || trust[slot] < 0) {
            contexts[slot] = context;
            values[slot] = value;
            trust[slot] = 0;
        } else if (values[slot] == value) {
            trust[slot] = (byte) Math.min(MAX_TRUST, trust[slot] + 1);
        } else if (trust[slot] > 0) {
            trust[slot]--;
        } else {
            values[slot] = value;
        }
    }
}
