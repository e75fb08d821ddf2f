package dev.varve.testkit.contract.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.series.OpenSeries;
import dev.varve.table.BlockingTable;
import dev.varve.table.Get;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Table;
import dev.varve.testkit.contract.series.SeriesContract;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Nothing depends on the common pool, and continuations of a call may block. */
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
public abstract class ThreadsContract extends SeriesContract {

    /** More than the common pool has threads on any build machine. */
    private static final int MANY = 100;

    @Test
    void responsesNeverUseTheCommonPool() {
        Table table = openPlain().async();
        List<CompletableFuture<Thread>> threads = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            threads.add(table.put(Put.of(item("p", "s" + i, "v", i))).thenApply(done -> Thread.currentThread()));
            threads.add(table.get(Get.of(key("p", "s" + i))).thenApply(done -> Thread.currentThread()));
            threads.add(table.query(Query.of("p").limit(1)).thenApply(done -> Thread.currentThread()));
        }
        assertThat(threads).map(CompletableFuture::join).noneMatch(ThreadsContract::isOfTheCommonPool);
    }

    static boolean isOfTheCommonPool(Thread thread) {
        return thread instanceof ForkJoinWorkerThread worker && worker.getPool() == ForkJoinPool.commonPool();
    }

    @Test
    void continuationsMayBlock() {
        BlockingTable blocking = openPlain();
        Table table = blocking.async();
        CountDownLatch all = new CountDownLatch(MANY);
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            int value = i;
            answers.add(table.put(Put.of(item("p", "s" + i, "v", i))).thenAccept(done -> {
                all.countDown();
                blocking.put(item("q", "s" + value, "v", value));
            }));
        }
        answers.forEach(CompletableFuture::join);
        assertThat(all.getCount()).isZero();
        assertThat(blocking.stream(Query.of("q"))).hasSize(MANY);
    }

    @Test
    void workContinuesWhileTheCommonPoolIsBlocked() throws Exception {
        CountDownLatch free = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(ForkJoinPool.getCommonPoolParallelism());
        for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
            ForkJoinPool.commonPool().execute(() -> {
                blocked.countDown();
                await(free);
            });
        }
        try {
            await(blocked);
            Varve db = open(READINGS);
            OpenSeries<Reading> readings = db.series(READINGS);
            List<Reading> events = IntStream.range(0, MANY)
                    .mapToObj(i -> new Reading("d-" + i, at(i), i))
                    .toList();
            assertThat(readings.appendAll(events).isAllStored()).isTrue();
            assertThat(readings.appendAllAsync(events).join().isAllStored()).isTrue();
            assertThat(readings.history("d-7").list()).hasSize(1);
            assertThat(readings.identities().list()).hasSize(MANY);
        } finally {
            free.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
