package dev.varve.testkit.contract.table;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.TransactGet;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
import dev.varve.testkit.random.Draw;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** With many threads on few items, every single write and every transaction is atomic, and no write is lost. */
public abstract class ConcurrencyContract extends EngineContract {

    private static final int THREADS = 8;
    private static final int ROUNDS = 25;

    /** The work of one thread, given the number of the thread. */
    @FunctionalInterface
    private interface Work {
        void run(int thread) throws Exception;
    }

    @Test
    void incrementsAddUp() throws Exception {
        BlockingTable table = openPlain();
        runInAllThreads(thread -> {
            for (int i = 0; i < ROUNDS; i++) {
                table.update(Update.of(key("p", "s" + i % 2)).increment("n", 1).increment("sum", thread));
            }
        });
        long count = 0;
        long sum = 0;
        for (Item item : table.query(Query.of("p").consistent()).items()) {
            count += item.number("n").longValueExact();
            sum += item.number("sum").longValueExact();
        }
        assertThat(count).isEqualTo(THREADS * ROUNDS);
        assertThat(sum).isEqualTo(ROUNDS * (THREADS * (THREADS - 1) / 2));
    }

    @Test
    void extremesAndCountAreExact() throws Exception {
        BlockingTable table = openPlain();
        runInAllThreads(thread -> {
            Draw draw = new Draw(thread);
            for (int i = 0; i < ROUNDS; i++) {
                int value = draw.between(-1000, 1000);
                table.update(Update.of(key("p", "s"))
                        .min("low", value)
                        .max("high", value)
                        .increment("count", 1));
            }
        });
        int low = Integer.MAX_VALUE;
        int high = Integer.MIN_VALUE;
        for (int thread = 0; thread < THREADS; thread++) {
            Draw draw = new Draw(thread);
            for (int i = 0; i < ROUNDS; i++) {
                int value = draw.between(-1000, 1000);
                low = Math.min(low, value);
                high = Math.max(high, value);
            }
        }
        assertThat(read(table, key("p", "s")))
                .isEqualTo(item("p", "s", "low", low, "high", high, "count", THREADS * ROUNDS));
    }

    @Test
    void onlyOneCreatorWins() throws Exception {
        BlockingTable table = openPlain();
        AtomicInteger created = new AtomicInteger();
        runInAllThreads(thread -> {
            for (int i = 0; i < ROUNDS; i++) {
                Put create =
                        Put.of(item("p", "s" + i, "by", thread)).when(attr("pk").absent());
                if (table.put(create).isWritten()) {
                    created.incrementAndGet();
                }
            }
        });
        assertThat(created).hasValue(ROUNDS);
        assertThat(contents(table)).hasSize(ROUNDS);
    }

    @Test
    void compareAndSetLosesNoUpdate() throws Exception {
        BlockingTable table = openPlain();
        table.put(item("p", "s", "n", 0));
        runInAllThreads(thread -> {
            Item seen = Objects.requireNonNull(read(table, key("p", "s")));
            for (int done = 0; done < ROUNDS; ) {
                long n = seen.number("n").longValueExact();
                Put put = Put.of(item("p", "s", "n", n + 1)).when(attr("n").is(n));
                if (table.put(put) instanceof WriteResult.ConditionFailed failed) {
                    seen = Objects.requireNonNull(failed.existing());
                } else {
                    seen = put.item();
                    done++;
                }
            }
        });
        assertThat(read(table, key("p", "s"))).isEqualTo(item("p", "s", "n", THREADS * ROUNDS));
    }

    @Test
    void transfersAreAtomicForConcurrentReaders() throws Exception {
        BlockingTable table = openPlain();
        List<Key> accounts = List.of(key("a", "1"), key("b", "2"), key("c", "3"));
        accounts.forEach(
                account -> table.put(table.schema().key().asItem(account).with("n", 100)));
        runInAllThreads(thread -> {
            Draw draw = new Draw(thread);
            for (int i = 0; i < ROUNDS; i++) {
                int from = draw.below(3);
                Key source = accounts.get(from);
                Key target = accounts.get((from + 1 + draw.below(2)) % 3);
                int amount = draw.between(1, 30);
                table.transactWrite(TransactWrite.of(
                        Update.of(source).increment("n", -amount).when(attr("n").from(amount)),
                        Update.of(target).increment("n", amount)));
                assertThat(total(table.transactGet(new TransactGet(accounts)).items().stream()
                                .map(item -> item.orElseThrow())
                                .toList()))
                        .isEqualTo(300);
            }
        });
        List<Item> items = contents(table);
        assertThat(total(items)).isEqualTo(300);
        assertThat(items).allMatch(item -> item.number("n").longValueExact() >= 0);
    }

    @Test
    void tokenSentByManyThreadsCountsOnce() throws Exception {
        BlockingTable table = openPlain();
        runInAllThreads(thread -> {
            for (int i = 0; i < 5; i++) {
                table.transactWrite(TransactWrite.of(Update.of(key("p", "s")).increment("n", 1))
                        .once("shared-" + i));
            }
        });
        assertThat(read(table, key("p", "s"))).isEqualTo(item("p", "s", "n", 5));
    }

    @Test
    void indexMatchesTheTableInTheEnd() throws Exception {
        BlockingTable table = openIndexed();
        runInAllThreads(thread -> {
            Draw draw = new Draw(thread);
            for (int i = 0; i < ROUNDS; i++) {
                Key key = key("p", "s" + draw.below(3));
                switch (draw.below(4)) {
                    case 0 -> table.delete(key);
                    case 1 -> table.update(Update.of(key).remove("gsi1pk"));
                    default ->
                        table.update(Update.of(key)
                                .set("gsi1pk", "g" + draw.below(2))
                                .set("gsi1sk", "k" + draw.below(3)));
                }
            }
        });
        List<Item> expected = contents(table).stream()
                .filter(item -> item.has("gsi1pk") && item.has("gsi1sk"))
                .toList();
        eventually(() ->
                assertThat(table.stream(Scan.all().on("gsi1")).toList()).containsExactlyInAnyOrderElementsOf(expected));
    }

    private static long total(List<Item> items) {
        return items.stream()
                .mapToLong(item -> item.number("n").longValueExact())
                .sum();
    }

    /** Runs the work in all threads, which start together; fails if one of them fails. */
    private static void runInAllThreads(Work work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        CyclicBarrier start = new CyclicBarrier(THREADS);
        try {
            List<Callable<Void>> parts = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int number = thread;
                parts.add(() -> {
                    start.await();
                    work.run(number);
                    return null;
                });
            }
            for (Future<Void> part : threads.invokeAll(parts)) {
                part.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
