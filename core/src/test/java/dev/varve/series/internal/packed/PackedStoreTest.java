package dev.varve.series.internal.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.Varve;
import dev.varve.engine.ForwardingEngine;
import dev.varve.engine.ForwardingTable;
import dev.varve.error.ItemTooLarge;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.key.Parts;
import dev.varve.memory.MemoryEngine;
import dev.varve.rollup.Rollup;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.series.internal.packed.block.BlockLayout;
import dev.varve.table.Journal;
import dev.varve.table.Limits;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packed series when something goes wrong at a bad moment, or is larger than usual. */
class PackedStoreTest {

    record Reading(String deviceId, Instant at, double value, Optional<String> text, Map<String, Double> more) {}

    private static final Instant START = Instant.parse("2026-04-20T00:00:00Z");

    private Instant now = START;
    private final MemoryEngine memory = new MemoryEngine(() -> now);
    private boolean losesBlockAnswers;
    private boolean failsJournalReads;
    private int putsAtOnce = 1;
    private final List<Integer> blocksAtOnce = new ArrayList<>();

    /** The memory engine, with faults; each opening has one of its own, as after a crash. */
    private final class Troubled extends ForwardingEngine implements FeedSource {
        Troubled() {
            super(memory);
        }

        @Override
        public ChangeFeed changes(String table) {
            return memory.changes(table);
        }

        @Override
        public CompletableFuture<Table> open(TableSchema schema) {
            return memory.open(schema).thenApply(TroubledTable::new);
        }

        @Override
        public Optional<Journal> journal(TableSchema schema, String name) {
            return memory.journal(schema, name).map(TroubledJournal::new);
        }

        @Override
        public void close() {}
    }

    private final class TroubledTable extends ForwardingTable {
        TroubledTable(Table table) {
            super(table);
        }

        @Override
        public Table deferred() {
            return this;
        }

        @Override
        public int putsAtOnce() {
            return putsAtOnce;
        }

        @Override
        public List<CompletableFuture<WriteResult>> putEach(List<Put> puts) {
            if (BlockItems.isBlock(puts.get(0).item())) {
                blocksAtOnce.add(puts.size());
            }
            return super.putEach(puts);
        }

        @Override
        public CompletableFuture<WriteResult> put(Put put) {
            return delegate()
                    .put(put)
                    .thenCompose(result -> losesBlockAnswers && BlockItems.isBlock(put.item())
                            ? CompletableFuture.failedFuture(new OutcomeUnknown("test.lost", "the answer is lost"))
                            : CompletableFuture.completedFuture(result));
        }
    }

    /** Returns all records at once, and takes no large ones. */
    private final class TroubledJournal implements Journal {
        private final Journal journal;

        TroubledJournal(Journal journal) {
            this.journal = journal;
        }

        @Override
        public CompletableFuture<Appended> append(byte[] content) {
            assertThat(content.length).isLessThanOrEqualTo(Journal.MAX_RECORD_BYTES);
            return journal.append(content);
        }

        @Override
        public CompletableFuture<List<Entry>> read(long after) {
            if (failsJournalReads) {
                return CompletableFuture.failedFuture(new Unavailable("test.unread", "the journal cannot be read"));
            }
            List<Entry> all = new ArrayList<>();
            long last = after;
            for (List<Entry> some = journal.read(last).join();
                    !some.isEmpty();
                    some = journal.read(last).join()) {
                all.addAll(some);
                last = some.get(some.size() - 1).number();
            }
            return CompletableFuture.completedFuture(all);
        }

        @Override
        public CompletableFuture<Void> trim(long upTo) {
            return journal.trim(upTo);
        }

        @Override
        public CompletableFuture<Long> trimmed() {
            return journal.trimmed();
        }
    }

    private static SeriesBuilder<Reading> declared() {
        return Series.of(Reading.class)
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .packed();
    }

    private OpenSeries<Reading> open(Series<Reading> series) {
        return Varve.on(new Troubled()).owner("test").open("readings", series).series(series);
    }

    private static PackedStore store(OpenSeries<Reading> series) {
        return Objects.requireNonNull(SeriesAccess.instance().packed(series));
    }

    private static Reading reading(String device, long second, double value) {
        return new Reading(device, START.plusSeconds(second), value, Optional.empty(), Map.of());
    }

    private static String noise(int seed, int length) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append(Long.toString(random.nextLong(), 36));
        }
        return text.substring(0, length);
    }

    private static List<Reading> all(OpenSeries<Reading> series, String device) {
        return series.history(device)
                .between(START.minus(Duration.ofDays(1)), START.plus(Duration.ofDays(10)))
                .list();
    }

    @Test
    void manySmallRecordsAreReadAgain() {
        Series<Reading> declared = declared().build();
        OpenSeries<Reading> series = open(declared);
        now = START.plus(Duration.ofHours(1));
        for (int i = 0; i < 20_000; i++) {
            series.append(new Reading("d", START.plusMillis(i), i, Optional.empty(), Map.of()));
        }
        assertThat(open(declared).history("d").between(START, now).count()).isEqualTo(20_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void flushSealsABlockAgainWhoseAnswerWasLost(int atOnce) {
        putsAtOnce = atOnce;
        OpenSeries<Reading> series = open(declared().build());
        series.append(reading("d", 0, 1));
        losesBlockAnswers = true;
        assertThatThrownBy(() -> store(series).flush().join()).hasCauseInstanceOf(OutcomeUnknown.class);
        losesBlockAnswers = false;
        series.append(reading("d", 1, 2));
        store(series).flush().join();
        assertThat(Processes.unsealed(series, "d")).isEmpty();
    }

    @Test
    void rowOfDeletedEventsIsEmptyBeforeItsBlockIsSealedAgain() {
        Series<Reading> declared =
                declared().rollUp(Rollup.of("value").hourly().daily()).build();
        Varve db = Varve.on(new Troubled()).owner("test").open("readings", declared);
        OpenSeries<Reading> series = db.series(declared);
        series.append(reading("d", 0, 1));
        store(series).flush().join();
        db.processing().catchUp(Duration.ofSeconds(30));
        series.delete(START, "d");
        assertThat(series.rollups("d")
                        .hourly()
                        .between(START, START.plusSeconds(3_600))
                        .list())
                .allMatch(row -> row.count() == 0);
        assertThat(series.rollups("d")
                        .daily()
                        .between(START, START.plusSeconds(3_600))
                        .list())
                .allMatch(row -> row.count() == 0);
    }

    @Test
    void correctionAfterABlockWhoseAnswerWasLostIsKept() {
        Series<Reading> declared = declared().build();
        OpenSeries<Reading> series = open(declared);
        series.append(reading("d", 0, 1));
        losesBlockAnswers = true;
        assertThatThrownBy(() -> store(series).flush().join()).hasCauseInstanceOf(OutcomeUnknown.class);
        losesBlockAnswers = false;
        series.correct(reading("d", 0, 2));
        store(series).flush().join();
        assertThat(all(series, "d")).containsExactly(reading("d", 0, 2));
        assertThat(all(open(declared), "d")).containsExactly(reading("d", 0, 2));
    }

    @Test
    void rowsSurviveAJournalThatCannotBeReadForAWhile() {
        Series<Reading> declared = declared().build();
        OpenSeries<Reading> series = open(declared);
        series.append(reading("d", 0, 1));
        losesBlockAnswers = true;
        assertThatThrownBy(() -> store(series).flush().join()).hasCauseInstanceOf(OutcomeUnknown.class);
        losesBlockAnswers = false;
        // The block is found to be written by somebody, and must be read again together with the journal.
        series.append(reading("d", 1, 2));
        failsJournalReads = true;
        assertThatThrownBy(() -> store(series).flush().join()).isInstanceOf(CompletionException.class);
        failsJournalReads = false;
        store(series).flush().join();
        assertThat(all(series, "d")).containsExactly(reading("d", 0, 1), reading("d", 1, 2));
        assertThat(all(open(declared), "d")).containsExactly(reading("d", 0, 1), reading("d", 1, 2));
    }

    @Test
    void rowsOfABucketOfSeveralItemsExpireOneByOne() {
        Series<Reading> declared =
                declared().packed(Duration.ofDays(1)).keep(Duration.ofDays(3)).build();
        OpenSeries<Reading> series = open(declared);
        now = START.plus(Duration.ofDays(1));
        List<Reading> readings = new ArrayList<>();
        for (int i = 0; i < 40_000; i++) {
            readings.add(reading("d", i * 2L, i));
        }
        series.appendAll(readings);
        store(series).flush().join();
        // The first 32,768 rows have expired, and the engine has removed what it could.
        now = START.plusSeconds(2 * 33_000).plus(Duration.ofDays(3));
        memory.sweepExpired();
        assertThat(all(open(declared), "d")).isEqualTo(readings.subList(33_001, 40_000));
    }

    @Test
    void largeBatchIsWrittenInSeveralRecords() {
        Series<Reading> declared = declared().build();
        OpenSeries<Reading> series = open(declared);
        now = START.plus(Duration.ofHours(1));
        List<Reading> readings = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            readings.add(new Reading("d" + i, START, i, Optional.of(noise(i, 100_000)), Map.of()));
        }
        assertThat(series.appendAll(readings).leftovers()).isEmpty();
        OpenSeries<Reading> again = open(declared);
        store(again).flush().join();
        for (Reading reading : readings) {
            assertThat(all(again, reading.deviceId())).containsExactly(reading);
        }
    }

    @Test
    void eventsMayHaveManyDifferentFields() {
        Series<Reading> declared = declared().build();
        OpenSeries<Reading> series = open(declared);
        now = START.plus(Duration.ofHours(1));
        List<Reading> readings = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Map<String, Double> more = new java.util.TreeMap<>();
            for (int field = 0; field < 64; field++) {
                more.put("f" + i + "_" + field, (double) field);
            }
            readings.add(new Reading("d", START.plusSeconds(i), i, Optional.empty(), more));
        }
        assertThat(series.appendAll(readings).leftovers()).isEmpty();
        store(series).flush().join();
        assertThat(all(open(declared), "d")).isEqualTo(readings);
    }

    @Test
    void eventThatNoBlockHoldsIsRefused() {
        OpenSeries<Reading> series = open(declared().build());
        assertThatThrownBy(() -> series.append(new Reading("d", START, 1, Optional.of(noise(1, 300_001)), Map.of())))
                .isInstanceOf(ItemTooLarge.class);
        Map<String, Double> more = new java.util.HashMap<>();
        for (int i = 0; i < 1_001; i++) {
            more.put("f" + i, 1.0);
        }
        assertThatThrownBy(() -> series.append(new Reading("d", START, 1, Optional.empty(), more)))
                .isInstanceOfSatisfying(
                        Rejected.class, e -> assertThat(e.code()).isEqualTo("packed.too-many-fields"));
        series.append(new Reading("d", START, 1, Optional.of(noise(1, 299_000)), Map.of()));
        store(series).flush().join();
        assertThat(all(series, "d")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void bucketThatCannotBeStoredDoesNotStopTheOthers(int atOnce) {
        putsAtOnce = atOnce;
        Series<Reading> declared = declared().build();
        OpenSeries<Reading> series = open(declared);
        // Each reading needs an item, and a bucket has at most 100.
        store(series).sealer().limit(1, Limits.MAX_TRANSACTION_BYTES);
        now = START.plus(Duration.ofHours(1));
        int size = BlockLayout.MAX_PARTS + 1;
        for (int i = 0; i < size; i++) {
            series.append(reading("large", i, i));
            series.append(reading("d" + i, i, i));
        }
        for (int round = 0; round < 2; round++) {
            assertThatThrownBy(() -> store(series).flush().join())
                    .hasCauseInstanceOf(Rejected.class)
                    .hasMessageContaining("need more than 100 items");
        }
        for (int i = 0; i < size; i++) {
            assertThat(Processes.unsealed(series, "d" + i)).isEmpty();
            assertThat(series.history("d" + i).between(START, now).count()).isEqualTo(1);
        }
        OpenSeries<Reading> again = open(declared);
        store(again).sealer().limit(1, Limits.MAX_TRANSACTION_BYTES);
        assertThat(again.history("large").between(START, now).count()).isEqualTo(size);
        again.delete(START, "large");
        store(again).flush().join();
        assertThat(again.history("large").between(START, now).count()).isEqualTo(size - 1);
    }

    @Test
    void bucketsOfOneItemAreSealedTogether() {
        putsAtOnce = 4;
        Series<Reading> declared = declared().build();
        OpenSeries<Reading> series = open(declared);
        now = START.plus(Duration.ofHours(1));
        for (int i = 0; i < 10; i++) {
            series.append(reading("d" + i, i, i));
        }
        store(series).flush().join();
        assertThat(blocksAtOnce).containsExactly(4, 4, 2);
        // A block that becomes empty is removed by itself.
        series.delete(START, "d0");
        series.append(reading("d1", 20, 20));
        store(series).flush().join();
        assertThat(blocksAtOnce).containsExactly(4, 4, 2, 1);
        OpenSeries<Reading> again = open(declared);
        for (int i = 0; i < 10; i++) {
            assertThat(all(again, "d" + i)).hasSize(i == 0 ? 0 : i == 1 ? 2 : 1);
            assertThat(Processes.unsealed(again, "d" + i)).isEmpty();
        }
    }

    @Test
    void bucketsOfALargeFleetAreSealedInSeveralRounds() {
        Series<Reading> declared = declared().build();
        OpenSeries<Reading> series = open(declared);
        int devices = 1_300;
        now = START.plus(Duration.ofMinutes(1));
        series.appendAll(IntStream.range(0, devices)
                .mapToObj(i -> reading("d" + i, i % 60, i))
                .toList());
        Journal journal = store(series).state().journals().own();
        store(series).tick().join();
        assertThat(Processes.unsealed(series, "d0")).isNotEmpty();
        assertThat(journal.trimmed().join()).isZero();
        // A bucket is sealed some time after it closed, although nobody looked at the open ones.
        now = START.plus(Duration.ofDays(1));
        store(series).tick().join();
        for (int i = 0; i < devices; i++) {
            assertThat(Processes.unsealed(series, "d" + i)).as("device %s", i).isEmpty();
        }
        assertThat(journal.trimmed().join()).isPositive();
        assertThat(open(declared).latest("d1299")).contains(reading("d1299", 1299 % 60, 1299));
    }

    @Test
    void bucketsThatArriveLateAreSealedAlthoughOthersAreOpen() {
        OpenSeries<Reading> series = open(declared().build());
        now = START.plus(Duration.ofDays(1));
        series.append(reading("open", Duration.ofDays(1).toSeconds(), 1));
        store(series).tick().join();
        now = now.plusSeconds(20);
        store(series).tick().join();
        series.append(reading("late", 0, 2));
        now = now.plusSeconds(40);
        store(series).tick().join();
        assertThat(Processes.unsealed(series, "late")).isEmpty();
        assertThat(Processes.unsealed(series, "open")).isNotEmpty();
    }

    @Test
    void latestEventMayBeInABlockAheadOfTheOpenBucket() {
        Series<Reading> declared = declared().build();
        OpenSeries<Reading> series = open(declared);
        now = START.plus(Duration.ofHours(1));
        Reading ahead = reading("d", Duration.ofHours(20).toSeconds(), 1);
        series.append(ahead);
        store(series).flush().join();
        OpenSeries<Reading> again = open(declared);
        again.append(reading("d", 3_600, 2));
        again.append(reading("e", 3_600, 3));
        assertThat(again.latest("d")).contains(ahead);
        assertThat(again.latest("e")).contains(reading("e", 3_600, 3));
        again.append(reading("e", 3_601, 4));
        assertThat(again.latestOf(List.of("d", "e", "f")))
                .isEqualTo(Map.of(Parts.of("deviceId", "d"), ahead, Parts.of("deviceId", "e"), reading("e", 3_601, 4)));
        again.delete(START.plusSeconds(3_601), "e");
        assertThat(again.latest("e")).contains(reading("e", 3_600, 3));
    }

    @Test
    void seriesThatIsOpenOnADecoratorOfTheEngineIsRefused() {
        Series<Reading> declared = declared().build();
        class Decorator extends ForwardingEngine {
            Decorator() {
                super(memory);
            }

            @Override
            public void close() {}
        }
        Varve db = Varve.open(new Decorator(), "readings", declared);
        db.series(declared).append(reading("d", 0, 1));
        Varve other = Varve.open(memory, "readings", declared);
        assertThatThrownBy(() -> other.series(declared))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("is open on another engine with the same journal");
        db.close();
        assertThat(all(other.series(declared), "d")).hasSize(1);
    }
}
