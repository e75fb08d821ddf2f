package dev.varve.key.internal.text;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * The hash that places an event on a shard: 64-bit FNV-1a over the identity, finished with the mixer of MurmurHash3.
 *
 * <p>The hash is part of the format: stored keys contain its results. In FNV alone, the lowest bit depends only on the
 * parity of the input; the mixer spreads each input bit over the whole hash.
 */
public final class ShardHash {

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    /** A byte that UTF-8 never contains, so that {@code ab, c} and {@code a, bc} differ. */
    private static final int END_OF_TEXT = 0xFF;

    private long state = FNV_OFFSET;

    public void text(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
                    add(b);
                }
                add(END_OF_TEXT);
                return;
            }
        }
        for (int i = 0; i < text.length(); i++) {
            add(text.charAt(i));
        }
        add(END_OF_TEXT);
    }

    /** Adds the epoch second as eight bytes and the nanoseconds as four, most significant first. */
    public void clock(Instant clock) {
        for (int shift = 56; shift >= 0; shift -= 8) {
            add((int) (clock.getEpochSecond() >>> shift));
        }
        for (int shift = 24; shift >= 0; shift -= 8) {
            add(ClockDomain.nanoOfSecond(clock) >>> shift);
        }
    }

    public int shard(int count) {
        return (int) Long.remainderUnsigned(mixed(), count);
    }

    long mixed() {
        long hash = state;
        hash ^= hash >>> 33;
        hash *= 0xff51afd7ed558ccdL;
        hash ^= hash >>> 33;
        hash *= 0xc4ceb9fe1a85ec53L;
        hash ^= hash >>> 33;
        return hash;
    }

    private void add(int b) {
        state = (state ^ (b & 0xFF)) * FNV_PRIME;
    }
}
