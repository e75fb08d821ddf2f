package dev.varve.series.internal.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.Varve;
import dev.varve.engine.ForwardingEngine;
import dev.varve.engine.ForwardingTable;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Seeded;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.item.Item;
import dev.varve.key.TimeRange;
import dev.varve.memory.MemoryEngine;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupRow;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.series.internal.packed.seal.Joiner;
import dev.varve.table.Journal;
import dev.varve.table.Page;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The blocks of past days become one item each, and everything that is read stays the same. */
class JoinedDaysTest {

    record Reading(String deviceId, Instant at, double value) {}

    /** Where the journal is kept. */
    enum Journals {
        /** By the engine: one process. */
        OWN,
        /** In the table: several processes. */
        SHARED
    }

    private static final Instant START = Instant.parse("2026-04-20T00:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);

    private Instant now = START;
    private final MemoryEngine memory = new MemoryEngine(() -> now);
    private boolean losesAnswers;
    private Runnable afterPage = () -> {};

    /** The engine of one process, which is never closed, as after a crash. */
    private final class OneProcess extends ForwardingEngine implements FeedSource {
        private final Journals journals;

        OneProcess(Journals journals) {
            super(memory);
            this.journals = journals;
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
            return journals == Journals.SHARED
                    ? Optional.empty()
                    : memory.journal(schema, name).map(ReopenedJournal::new);
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
        public CompletableFuture<TransactResult> transactWrite(TransactWrite transaction) {
            return delegate()
                    .transactWrite(transaction)
                    .thenCompose(result -> losesAnswers
                            ? CompletableFuture.failedFuture(new OutcomeUnknown("test.lost", "the answer is lost"))
                            : CompletableFuture.completedFuture(result));
        }

        @Override
        public CompletableFuture<Page> query(Query query) {
            return delegate().query(query).thenApply(page -> {
                Runnable work = afterPage;
                afterPage = () -> {};
                work.run();
                return page;
            });
        }
    }

    private static SeriesBuilder<Reading> declared() {
        return Series.of(Reading.class)
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .packed();
    }

    private Varve database(Journals journals, String process, Series<Reading> series) {
        return Varve.on(new OneProcess(journals)).owner(process).open("readings", series);
    }

    private OpenSeries<Reading> open(Journals journals, String process) {
        Series<Reading> series = declared().build();
        return database(journals, process, series).series(series);
    }

    private static PackedStore store(OpenSeries<Reading> series) {
        return Objects.requireNonNull(SeriesAccess.instance().packed(series));
    }

    private static Reading reading(long minute, double value) {
        return new Reading("d", START.plus(Duration.ofMinutes(minute)), value);
    }

    private static List<Reading> day() {
        List<Reading> all = new ArrayList<>();
        for (int i = 0; i < 144; i++) {
            all.add(reading(10L * i, i % 7));
        }
        return all;
    }

    private static List<Reading> history(OpenSeries<Reading> series) {
        return series.history("d")
                .between(START.minus(DAY), START.plus(DAY.multipliedBy(20)))
                .consistent()
                .list();
    }

    /** Appends a day of readings, one in ten minutes, and seals them. */
    private List<Reading> sealedDay(OpenSeries<Reading> series) {
        now = START.plus(DAY);
        assertThat(series.appendAll(day()).isAllStored()).isTrue();
        store(series).flush().join();
        return day();
    }

    /** Drops what is sealed from memory and joins the days that are over. */
    private void join(OpenSeries<Reading> series) {
        now = now.plus(Joiner.DELAY);
        store(series).tick().join();
        store(series).joinAll().join();
    }

    private static List<Item> blocks(OpenSeries<Reading> series) {
        return store(series).state().blocks().table().scan(Scan.all()).join().items().stream()
                .filter(BlockItems::isBlock)
                .toList();
    }

    @Test
    void pastDayIsOneItemAndReadsStayTheSame() {
        OpenSeries<Reading> series = open(Journals.OWN, "a");
        List<Reading> all = sealedDay(series);
        assertThat(blocks(series)).hasSize(24);
        join(series);
        assertThat(blocks(series)).hasSize(1).allMatch(BlockItems::isJoined);
        for (OpenSeries<Reading> each : List.of(series, open(Journals.OWN, "b"))) {
            assertThat(history(each)).isEqualTo(all);
            assertThat(each.latest("d")).contains(all.get(143));
            for (int hour = 0; hour < 24; hour++) {
                Instant from = START.plus(Duration.ofHours(hour));
                List<Reading> expected = all.subList(6 * hour, 6 * hour + 6);
                assertThat(each.history("d")
                                .between(from, from.plusSeconds(3_600))
                                .list())
                        .isEqualTo(expected);
                List<Reading> backwards = new ArrayList<>(all.subList(0, 6 * hour + 6));
                Collections.reverse(backwards);
                assertThat(each.history("d")
                                .between(START, from.plusSeconds(3_600))
                                .newestFirst()
                                .list())
                        .isEqualTo(backwards);
                assertThat(each.history("d")
                                .between(from, START.plus(DAY))
                                .limit(9)
                                .list())
                        .isEqualTo(all.subList(6 * hour, Math.min(144, 6 * hour + 9)));
            }
        }
    }

    @Test
    void tickJoinsTheDaysThatThisProcessHasSealed() {
        OpenSeries<Reading> series = open(Journals.OWN, "a");
        sealedDay(series);
        store(series).tick().join();
        assertThat(blocks(series)).hasSize(24);
        now = now.plus(Joiner.DELAY);
        store(series).tick().join();
        assertThat(blocks(series)).hasSize(1);
    }

    @Test
    void tickJoinsADayThatAnEndedProcessHasSealed() {
        sealedDay(open(Journals.OWN, "a"));
        OpenSeries<Reading> series = open(Journals.OWN, "a");
        now = now.plus(Duration.ofHours(1));
        series.append(reading(24 * 60, 1));
        now = now.plus(Joiner.DELAY);
        store(series).tick().join();
        store(series).tick().join();
        assertThat(blocks(series)).hasSize(2);
    }

    @Test
    void tickFindsADayThatAnEndedProcessHasLeft() {
        List<Reading> all = sealedDay(open(Journals.OWN, "a"));
        OpenSeries<Reading> series = open(Journals.OWN, "a");
        now = now.plus(Joiner.DELAY);
        store(series).tick().join();
        store(series).tick().join();
        assertThat(blocks(series)).hasSize(24);
        now = now.plus(Joiner.SEARCH_DELAY);
        store(series).tick().join();
        store(series).tick().join();
        assertThat(blocks(series)).hasSize(1);
        assertThat(history(series)).isEqualTo(all);
    }

    @Test
    void dayIsNotJoinedWhileItsBucketsAreWritten() {
        OpenSeries<Reading> series = open(Journals.OWN, "a");
        sealedDay(series);
        now = now.plus(Joiner.DELAY);
        series.append(reading(605, 50));
        store(series).flush().join();
        now = now.plus(Joiner.QUIET).minusSeconds(1);
        store(series).tick().join();
        assertThat(blocks(series)).hasSize(24);
        now = now.plusSeconds(1);
        store(series).tick().join();
        assertThat(blocks(series)).hasSize(1);
    }

    @Test
    void dayOfOneDeviceIsJoinedAfterAnHourWhileAnotherOneWritesToIt() {
        OpenSeries<Reading> series = open(Journals.OWN, "a");
        sealedDay(series);
        now = now.plus(Joiner.DELAY);
        List<Integer> joined = new ArrayList<>();
        for (int minute = 0; minute < 70; minute++) {
            series.append(new Reading("e", START.plus(Duration.ofMinutes(minute)), minute));
            store(series).flush().join();
            store(series).tick().join();
            if (blocks(series).stream().anyMatch(BlockItems::isJoined)) {
                joined.add(minute);
            }
            now = now.plusSeconds(59);
        }
        assertThat(joined).isNotEmpty();
        assertThat(joined.get(0)).isBetween(1, 62);
    }

    @Test
    void tickJoinsNothingWhereWritesCostUnits() {
        OpenSeries<Reading> series = open(Journals.SHARED, "a");
        sealedDay(series);
        now = now.plus(DAY);
        store(series).tick().join();
        assertThat(blocks(series)).hasSize(24);
    }

    @Test
    void lateEventsCorrectionsAndDeletionsAreWrittenIntoTheJoinedDay() {
        OpenSeries<Reading> series = open(Journals.OWN, "a");
        List<Reading> all = sealedDay(series);
        join(series);
        series.append(reading(605, 50));
        series.correct(reading(610, 51));
        series.delete(reading(620, 0).at(), "d");
        series.append(reading(1, 52));
        all.add(61, reading(605, 50));
        all.set(62, reading(610, 51));
        all.remove(63);
        all.add(1, reading(1, 52));
        assertThat(history(series)).isEqualTo(all);
        assertThat(history(open(Journals.OWN, "a"))).hasSize(145);
        store(series).flush().join();
        assertThat(blocks(series)).hasSize(1);
        assertThat(history(series)).isEqualTo(all);
        assertThat(history(open(Journals.OWN, "b"))).isEqualTo(all);
        assertThat(series.append(reading(605, 50)).getClass().getSimpleName()).isEqualTo("Duplicate");
        all.forEach(each -> series.delete(each.at(), "d"));
        store(series).flush().join();
        assertThat(blocks(series)).isEmpty();
        assertThat(history(series)).isEmpty();
    }

    @Test
    void joinWhoseAnswerIsLostIsFoundDone() {
        OpenSeries<Reading> series = open(Journals.OWN, "a");
        List<Reading> all = sealedDay(series);
        losesAnswers = true;
        assertThatThrownBy(() -> join(series)).hasCauseInstanceOf(OutcomeUnknown.class);
        losesAnswers = false;
        store(series).joinAll().join();
        store(series).tick().join();
        assertThat(blocks(series)).hasSize(1);
        assertThat(history(series)).isEqualTo(all);
    }

    @Test
    void readThatIsUnderWayWhileADayIsJoinedMissesNothing() {
        for (boolean isBackwards : new boolean[] {false, true}) {
            OpenSeries<Reading> series = open(Journals.OWN, "a" + isBackwards);
            List<Reading> all = sealedDay(series);
            now = now.plus(Joiner.DELAY);
            store(series).tick().join();
            OpenSeries<Reading> reader = open(Journals.OWN, "b" + isBackwards);
            afterPage = () -> store(series).joinAll().join();
            var query = reader.history("d").between(START.plusSeconds(5_400), START.plus(DAY));
            List<Reading> expected = new ArrayList<>(all.subList(9, 109));
            if (isBackwards) {
                expected = new ArrayList<>(all.subList(44, 144));
                Collections.reverse(expected);
            }
            assertThat((isBackwards ? query.newestFirst() : query).limit(100).list())
                    .isEqualTo(expected);
        }
    }

    @Test
    void joiningTouchesNoRow() {
        Series<Reading> declared =
                declared().rollUp(Rollup.of("value").hourly().daily()).build();
        Varve db = database(Journals.OWN, "a", declared);
        OpenSeries<Reading> series = db.series(declared);
        sealedDay(series);
        db.processing().catchUp(Duration.ofSeconds(30));
        List<RollupRow> before = rows(series);
        assertThat(before).hasSize(24);
        join(series);
        assertThat(blocks(series)).hasSize(1);
        db.processing().catchUp(Duration.ofSeconds(30));
        // A row that was computed again has a new version.
        assertThat(rows(series).stream().map(RollupRow::attributes).toList())
                .isEqualTo(before.stream().map(RollupRow::attributes).toList());
        series.correct(reading(610, 100));
        store(series).flush().join();
        db.processing().catchUp(Duration.ofSeconds(30));
        List<RollupRow> after = rows(series);
        for (int hour = 0; hour < 24; hour++) {
            assertThat(after.get(hour).attributes().equals(before.get(hour).attributes()))
                    .as("hour %s", hour)
                    .isEqualTo(hour != 10);
        }
        assertThat(series.rollup()
                        .verify(new TimeRange(START, START.plus(DAY)), done -> {})
                        .wrong())
                .isZero();
    }

    private static List<RollupRow> rows(OpenSeries<Reading> series) {
        return series.rollups("d").hourly().between(START, START.plus(DAY)).list();
    }

    @Test
    void dayThatIsTooLargeStaysAsItIs() {
        OpenSeries<Reading> series = open(Journals.OWN, "a");
        now = START.plus(DAY);
        List<Reading> all = new ArrayList<>();
        for (int i = 0; i < 36_000; i++) {
            all.add(new Reading("d", START.plusMillis(2_400L * i), i));
        }
        series.appendAll(all);
        store(series).flush().join();
        join(series);
        assertThat(blocks(series)).hasSize(24).noneMatch(BlockItems::isJoined);
        assertThat(history(series)).isEqualTo(all);
    }

    @Test
    void shortBucketsAreJoinedInGroupsThatFitIntoATransaction() {
        Series<Reading> declared = declared().packed(Duration.ofMinutes(5)).build();
        OpenSeries<Reading> series = database(Journals.OWN, "a", declared).series(declared);
        List<Reading> all = sealedDay(series);
        join(series);
        // 96 buckets of five minutes are eight hours.
        assertThat(blocks(series)).hasSize(3);
        assertThat(history(series)).isEqualTo(all);
    }

    /** Buckets are written and joined at any moment, also after a crash. */
    @Test
    void joinedDaysAgreeWithASortedMap() {
        Seeded.runs(30, random -> new JoinedDaysTest().walk(random));
    }

    private void walk(RandomGenerator random) {
        TreeMap<Instant, Reading> model = new TreeMap<>();
        now = START.plus(DAY.multipliedBy(2));
        OpenSeries<Reading> series = open(Journals.OWN, "a");
        for (int step = 0; step < 120; step++) {
            Reading event = reading(random.nextInt(2_880), random.nextInt(100));
            switch (random.nextInt(12)) {
                case 0 -> store(series).flush().join();
                case 1 -> {
                    now = now.plusSeconds(random.nextInt(90));
                    store(series).tick().join();
                }
                case 2, 3 -> store(series).joinAll().join();
                case 4 -> series = open(Journals.OWN, "a");
                case 5 -> {
                    if (model.remove(event.at()) != null) {
                        series.delete(event.at(), "d");
                    }
                }
                case 6 -> {
                    if (model.replace(event.at(), event) != null) {
                        series.correct(event);
                    }
                }
                default -> {
                    if (model.putIfAbsent(event.at(), event) == null) {
                        series.append(event);
                    }
                }
            }
            assertThat(history(series)).as("step %s", step).isEqualTo(List.copyOf(model.values()));
        }
    }
}
