package dev.varve.engine.rocksdb.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.rocksdb.internal.store.KeyLocks.Held;
import dev.varve.internal.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class KeyLocksTest {

    private final KeyLocks locks = new KeyLocks();

    @Test
    void largeBatchesOfDifferentKeysDoNotWaitForEachOther() throws Exception {
        try (Held held = locks.hold(hashes("a", 5_000))) {
            Thread other = new Thread(() -> locks.hold(hashes("b", 5_000)).close());
            other.start();
            other.join();
        }
        assertThat(locks.size()).isZero();
    }

    @Test
    void aWriterOfAHeldKeyWaits() throws Exception {
        Thread other;
        try (Held held = locks.hold(1, 2, 3)) {
            other = new Thread(() -> locks.hold(3, 4).close());
            other.start();
            while (other.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            assertThat(locks.size()).isEqualTo(3);
        }
        other.join();
        assertThat(locks.size()).isZero();
    }

    @Test
    void oneKeyNamedTwiceIsHeldOnce() {
        try (Held held = locks.hold(7, 7, 7)) {
            assertThat(locks.size()).isEqualTo(1);
        }
        assertThat(locks.size()).isZero();
    }

    @Test
    void overlappingWritersExcludeEachOtherAndNeverDeadlock() throws Exception {
        int[] counts = new int[20];
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int step = t + 1;
            threads.add(new Thread(() -> {
                for (int i = 0; i < 2_000; i++) {
                    int one = (i * step) % counts.length;
                    int two = (i * 7 + step) % counts.length;
                    try (Held held = locks.hold(two, one)) {
                        counts[one]++;
                        counts[two]++;
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(counts).satisfies(all -> assertThat(Arrays.stream(all).sum()).isEqualTo(4 * 2_000 * 2));
        assertThat(locks.size()).isZero();
    }

    private static long[] hashes(String prefix, int count) {
        return LongStream.range(0, count).map(i -> Fingerprint.of(prefix + i)).toArray();
    }
}
