package dev.varve.engine.rocksdb.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.engine.rocksdb.internal.codec.ByteWriter;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Unavailable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CommitterTest {

    private final List<Integer> counts = new ArrayList<>();

    @Test
    void waitingWritersShareOneWrite() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Committer committer = committer((batch, durability) -> {
            counts.add((int) batch[Long.BYTES]);
            first.countDown();
            await(go);
        });
        List<Thread> threads = new ArrayList<>();
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < 6; i++) {
            threads.add(started(() -> {
                committer.commit(put("a"));
                done.incrementAndGet();
            }));
            if (i == 0) {
                first.await();
            }
        }
        threads.subList(1, 6).forEach(CommitterTest::awaitWaiting);
        assertThat(done).hasValue(0);
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(done).hasValue(6);
        assertThat(counts).containsExactly(1, 5);
    }

    @Test
    void oneSyncedWriterMakesTheWholeGroupDurable() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        List<Durability> written = new ArrayList<>();
        Committer committer = committer((batch, durability) -> {
            written.add(durability);
            first.countDown();
            await(go);
        });
        Thread deferred = started(() -> committer.commit(put("a"), Durability.WRITTEN_TO_OS));
        first.await();
        Thread alsoDeferred = started(() -> committer.commit(put("b"), Durability.WRITTEN_TO_OS));
        Thread synced = started(() -> committer.commit(put("c"), Durability.SYNCED));
        awaitWaiting(alsoDeferred);
        awaitWaiting(synced);
        go.countDown();
        for (Thread thread : List.of(deferred, alsoDeferred, synced)) {
            thread.join();
        }
        assertThat(written).containsExactly(Durability.WRITTEN_TO_OS, Durability.SYNCED);
    }

    private static Thread started(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        return thread;
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    void emptyWriteSetWritesNothing() {
        committer((batch, durability) -> counts.add(0)).commit(new WriteSet());
        assertThat(counts).isEmpty();
    }

    @Test
    void writesAfterAFailedWriteAreRefused() {
        Committer committer = committer((batch, durability) -> {
            counts.add(0);
            throw new OutcomeUnknown("rocksdb.write-failed", "disk full");
        });
        assertThat(catchThrowableOfType(OutcomeUnknown.class, () -> committer.commit(put("a"))))
                .hasMessage("disk full");
        assertThat(catchThrowableOfType(Unavailable.class, () -> committer.commit(put("b"))))
                .hasMessage("the database is read-only until it is opened again, because an earlier write failed: disk"
                        + " full");
        assertThat(counts).hasSize(1);
    }

    @Test
    void unexpectedErrorFailsEveryWriter() {
        Committer committer = committer((batch, durability) -> {
            throw new IllegalStateException("bug");
        });
        assertThat(catchThrowableOfType(OutcomeUnknown.class, () -> committer.commit(put("a"))))
                .hasMessage(
                        "a write failed part-way, and it is unknown whether it was stored: java.lang.IllegalStateException: bug");
        assertThat(catchThrowableOfType(Unavailable.class, () -> committer.commit(put("b"))))
                .isNotNull();
    }

    @Test
    void changesAreNumberedInTheOrderTheyAreWritten() throws Exception {
        ConcurrentLinkedQueue<Long> numbers = new ConcurrentLinkedQueue<>();
        LogTail tail = new LogTail(7, 100, 5_000);
        Committer committer = committer((batch, durability) -> numbers.addAll(positions(batch)));
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 250; i++) {
                    WriteSet changes = new WriteSet();
                    changes.change(tail, new ByteWriter(16).u64(0).u8(1));
                    committer.commit(changes);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        long expected = 101;
        for (long number : numbers) {
            assertThat(number).isEqualTo(expected++);
        }
        assertThat(tail.committed()).isEqualTo(1_100);
        assertThat(numbers).hasSize(1_000);
    }

    static Committer committer(Committer.BatchWriter writer) {
        try {
            return new Committer(writer, DiskReserve.of(new TestDisk(0), RocksDbOptions.defaults()));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Each record here has a tag, a family, a key of ten bytes and a value of nine. */
    private static List<Long> positions(byte[] batch) {
        List<Long> positions = new ArrayList<>();
        for (int at = WriteSet.HEADER_BYTES; at < batch.length; at += 1 + 1 + 1 + 10 + 1 + 9) {
            positions.add(ByteBuffer.wrap(batch).getLong(at + 5));
        }
        return positions;
    }

    private static WriteSet put(String key) {
        WriteSet changes = new WriteSet();
        changes.put(Family.ROWS, key.getBytes(StandardCharsets.UTF_8), new ByteWriter(1).u8(1));
        return changes;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
