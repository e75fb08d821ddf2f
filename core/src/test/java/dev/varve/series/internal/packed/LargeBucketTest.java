package dev.varve.series.internal.packed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.engine.ForwardingTable;
import dev.varve.error.Unavailable;
import dev.varve.internal.AsyncLoop;
import dev.varve.item.Item;
import dev.varve.rollup.Rollup;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.table.Delete;
import dev.varve.table.Limits;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Table;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Buckets that do not fit into one transaction, written by processes that end at any moment. */
class LargeBucketTest {

    record Reading(String deviceId, Instant at, double value, Optional<String> text) {}

    private static final Instant START = Instant.parse("2026-04-20T14:00:00Z");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Of so many bytes that each reading needs an item. */
    private static final int BLOCK_BYTES = 1;

    /** So many readings do not fit into one transaction of {@link #TRANSACTION_BYTES}. */
    private static final int LARGE = 6;

    private static final int TRANSACTION_BYTES = 1_000;

    private static final Series<Reading> SERIES = Series.of(Reading.class)
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}")
            .rollUp(Rollup.of("value").hourly())
            .packed()
            .build();

    private final Processes processes = new Processes(START.plus(Duration.ofHours(2)));

    /** The table of a process that ends after some writes. */
    private static final class Ending extends ForwardingTable {
        private int left;

        Ending(Table table, int writes) {
            super(table);
            this.left = writes;
        }

        boolean hasEnded() {
            return left < 0;
        }

        @Override
        public Table deferred() {
            return this;
        }

        private <T> CompletableFuture<T> write(Supplier<CompletableFuture<T>> write) {
            return --left < 0
                    ? CompletableFuture.failedFuture(new Unavailable("test.ended", "the process has ended"))
                    : write.get();
        }

        @Override
        public CompletableFuture<WriteResult> put(Put put) {
            return write(() -> delegate().put(put));
        }

        @Override
        public CompletableFuture<WriteResult> update(Update update) {
            return write(() -> delegate().update(update));
        }

        @Override
        public CompletableFuture<WriteResult> delete(Delete delete) {
            return write(() -> delegate().delete(delete));
        }

        @Override
        public CompletableFuture<TransactResult> transactWrite(TransactWrite transaction) {
            return write(() -> delegate().transactWrite(transaction));
        }
    }

    private Varve open(String process) {
        return limited(processes.open(process, SERIES));
    }

    private static Varve limited(Varve db) {
        Processes.store(db.series(SERIES)).sealer().limit(BLOCK_BYTES, TRANSACTION_BYTES);
        return db;
    }

    private static Reading reading(int second) {
        return new Reading("d", START.plusSeconds(second), second, Optional.empty());
    }

    private static List<Reading> readings(int from, int to) {
        return IntStream.range(from, to).mapToObj(LargeBucketTest::reading).toList();
    }

    private static void append(OpenSeries<Reading> series, List<Reading> readings) {
        readings.forEach(series::append);
    }

    private static List<Reading> all(OpenSeries<Reading> series) {
        return series.history("d")
                .between(START, START.plus(Duration.ofHours(1)))
                .consistent()
                .list();
    }

    private static void flush(OpenSeries<Reading> series) {
        Processes.store(series).flush().join();
    }

    private List<Item> blocks(Varve db) {
        return db.table("readings").stream(
                        Query.of("DEVICE#d").between("READING#", "READING$").consistent())
                .toList();
    }

    private void assertCount(Varve db, long count) {
        db.processing().catchUp(PATIENCE);
        assertThat(db.series(SERIES)
                        .rollups("d")
                        .hourly()
                        .between(START, START.plus(Duration.ofHours(1)))
                        .list())
                .as("rows")
                .allSatisfy(row -> assertThat(row.count()).isEqualTo(count));
        assertThat(Processes.unsealed(db.series(SERIES), "d")).isEmpty();
    }

    @Test
    void bucketGrowsShrinksAndIsRemoved() {
        Varve db = open("a");
        OpenSeries<Reading> series = db.series(SERIES);
        List<Reading> expected = new ArrayList<>();
        for (int size : List.of(3, LARGE, LARGE + 2, 5, 1, LARGE, 0, 2)) {
            List<Reading> wanted = readings(0, size);
            wanted.stream().filter(reading -> !expected.contains(reading)).forEach(series::append);
            expected.stream().filter(reading -> !wanted.contains(reading)).forEach(series::delete);
            expected.clear();
            expected.addAll(wanted);
            flush(series);
            assertThat(all(series)).as("of %s", size).isEqualTo(wanted);
            assertThat(blocks(db)).as("items of %s", size).hasSize(size);
            try (Varve other = open("b")) {
                assertThat(all(other.series(SERIES)))
                        .as("%s, from blocks", size)
                        .isEqualTo(wanted);
                assertThat(other.series(SERIES)
                                .history("d")
                                .between(START, START.plus(Duration.ofHours(1)))
                                .newestFirst()
                                .list())
                        .hasSize(size);
            }
            assertCount(db, size);
        }
    }

    @Test
    void processThatEndsWhileItWritesLeavesNothingBehind() {
        for (int before : List.of(0, 2, LARGE + 1)) {
            for (int after : List.of(LARGE, 0, 3)) {
                int writes = 0;
                while (new LargeBucketTest().endsAfter(before, after, writes)) {
                    writes++;
                }
            }
        }
    }

    /** Returns whether the process ended before it had written everything. */
    private boolean endsAfter(int before, int after, int writes) {
        String as = "%s to %s, after %s writes".formatted(before, after, writes);
        try (Varve first = open("first")) {
            append(first.series(SERIES), readings(0, before));
            flush(first.series(SERIES));
            assertCount(first, before);
        }
        Ending[] table = new Ending[1];
        Varve ended = limited(processes.open("ended", SERIES, stored -> {
            table[0] = new Ending(stored, Integer.MAX_VALUE);
            return table[0];
        }));
        OpenSeries<Reading> series = ended.series(SERIES);
        append(series, readings(before, after));
        readings(after, before).forEach(series::delete);
        table[0].left = writes;
        try {
            flush(series);
        } catch (RuntimeException e) {
            assertThat(AsyncLoop.failure(e)).as(as).isInstanceOf(Unavailable.class);
        }
        boolean hasEnded = table[0].hasEnded();
        table[0].left = 0;
        processes.endLeases();
        List<Reading> wanted = readings(0, after);
        try (Varve next = open("next")) {
            assertThat(all(next.series(SERIES))).as(as).isEqualTo(wanted);
            flush(next.series(SERIES));
            assertThat(all(next.series(SERIES))).as(as).isEqualTo(wanted);
            assertThat(blocks(next)).as(as).hasSize(after);
            assertCount(next, after);
        }
        try (Varve last = open("last")) {
            assertThat(all(last.series(SERIES))).as(as).isEqualTo(wanted);
        }
        return hasEnded;
    }

    @Test
    void twoProcessesWriteOneLargeBucket() {
        Varve one = open("one");
        Varve two = open("two");
        for (int i = 0; i < 4; i++) {
            append(one.series(SERIES), readings(20 * i, 20 * i + 10));
            append(two.series(SERIES), readings(20 * i + 10, 20 * i + 20));
            CompletableFuture<Void> first = Processes.store(one.series(SERIES)).flush();
            Processes.store(two.series(SERIES)).flush().join();
            first.join();
        }
        try (Varve last = open("last")) {
            assertThat(all(last.series(SERIES))).isEqualTo(readings(0, 80));
            assertThat(blocks(last)).hasSize(80);
        }
        assertCount(two, 80);
    }

    @Test
    void bucketOfMoreThanATransactionIsSealed() {
        Varve db = processes.open("a", SERIES);
        OpenSeries<Reading> series = db.series(SERIES);
        List<Reading> readings = IntStream.range(0, 19)
                .mapToObj(i -> new Reading("d", START.plusSeconds(i), i, Optional.of(noise(i, 290_000))))
                .toList();
        series.appendAll(readings);
        flush(series);
        assertThat(blocks(db).stream().mapToLong(Item::size).sum()).isGreaterThan(Limits.MAX_TRANSACTION_BYTES);
        try (Varve other = processes.open("b", SERIES)) {
            assertThat(all(other.series(SERIES))).isEqualTo(readings);
        }
        assertCount(db, readings.size());
    }

    private static String noise(int seed, int length) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append((char) random.nextInt(' ', '~'));
        }
        return text.toString();
    }
}
