package dev.varve.series.internal.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.Varve;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.ChangeHandler;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Item;
import dev.varve.memory.MemoryEngine;
import dev.varve.rollup.Rollup;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.table.Journal;
import dev.varve.table.Key;
import dev.varve.table.internal.LayoutKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Handlers that follow a table get each event of a packed series at once, in order, and none is lost. */
class PackedFeedTest {

    record Reading(String deviceId, Instant at, double temperature) {}

    private static final Instant START = Instant.parse("2026-04-20T14:00:00Z");
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final Series<Reading> READINGS = Series.of(Reading.class)
            .named("readings")
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}")
            .rollUp(Rollup.of("temperature").hourly())
            .packed(Duration.ofHours(1))
            .build();

    private final List<Instant> now = new ArrayList<>(List.of(START));
    private final MemoryEngine engine = new MemoryEngine(() -> now.get(0));
    private final List<Change> seen = new ArrayList<>();
    private final ChangeHandler recorder = changes -> {
        changes.stream().filter(change -> isEvent(change.key())).forEach(seen::add);
        return CompletableFuture.completedFuture(null);
    };

    private static boolean isEvent(Key key) {
        return LayoutKeys.written(key)
                .flatMap(SeriesAccess.instance().layout(READINGS)::match)
                .isPresent();
    }

    private Varve open() {
        return Varve.on(new ReopenedEngine(engine)).owner("test").open("telemetry", READINGS);
    }

    private Varve opened(ChangeHandler handler) {
        Varve db = open();
        db.processing().follow("telemetry", handler);
        return db;
    }

    private static PackedStore store(Varve db) {
        return Objects.requireNonNull(SeriesAccess.instance().packed(db.series(READINGS)));
    }

    private static Reading reading(int minute, double temperature) {
        return new Reading("d1", START.plusSeconds(60L * minute), temperature);
    }

    private static List<Reading> readings(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> reading(i, i)).toList();
    }

    private List<Double> temperatures() {
        return seen.stream()
                .map(change -> Objects.requireNonNull(change.after()).number("temperature"))
                .map(number -> number.doubleValue())
                .toList();
    }

    private static List<Journal.Entry> journal(Varve db) {
        return store(db).state().journals().own().read(0).join();
    }

    @Test
    void handlersGetEventsBeforeTheyAreSealed() {
        Varve db = opened(recorder);
        db.series(READINGS).append(reading(1, 21.5));
        db.processing().catchUp(LIMIT);
        assertThat(seen).hasSize(1);
        Change change = seen.get(0);
        Item item = Objects.requireNonNull(change.after());
        assertThat(change.key()).isEqualTo(Key.of("DEVICE#d1", "READING#2026-04-20T14:01:00.000Z"));
        assertThat(db.table("telemetry").schema().keyOf(item)).isEqualTo(change.key());
        assertThat(db.series(READINGS).event(change)).contains(reading(1, 21.5));
        assertThat(change.at()).isEqualTo(START);
        assertThat(db.processing().status()).containsOnlyKeys("telemetry", "telemetry/readings");
    }

    @Test
    void handlersGetEachEventOnceWhenItsBlockIsWritten() {
        Varve db = opened(recorder);
        db.series(READINGS).appendAll(readings(0, 50));
        db.processing().catchUp(LIMIT);
        store(db).flush().join();
        db.processing().catchUp(LIMIT);
        assertThat(temperatures())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 50).mapToObj(i -> (double) i).toList());
    }

    @Test
    void deletedEventIsARemoval() {
        Varve db = opened(recorder);
        OpenSeries<Reading> series = db.series(READINGS);
        series.append(reading(1, 20));
        series.correct(reading(1, 21));
        series.delete(reading(1, 21));
        db.processing().catchUp(LIMIT);
        assertThat(seen)
                .extracting(change -> Optional.ofNullable(change.after())
                        .map(item -> item.number("temperature").doubleValue())
                        .orElse(null))
                .containsExactly(20.0, 21.0, null);
    }

    @Test
    void recordsAreKeptUntilTheyAreHandled() {
        boolean[] fails = {true};
        Varve db = opened(changes -> {
            if (fails[0]) {
                throw new dev.varve.error.Unavailable("test.down", "not now");
            }
            return recorder.handle(changes);
        });
        db.series(READINGS).appendAll(readings(0, 10));
        assertThatThrownBy(() -> db.processing().catchUp(Duration.ofMillis(300)))
                .isInstanceOf(dev.varve.error.Unavailable.class);
        store(db).flush().join();
        assertThat(journal(db)).isNotEmpty();
        fails[0] = false;
        db.processing().catchUp(LIMIT);
        assertThat(temperatures()).hasSize(10);
        // The position is held again when the lease is renewed or released.
        db.close();
        assertThat(journal(open())).isEmpty();
    }

    @Test
    void nothingIsKeptIfNobodyFollows() {
        Varve db = open();
        db.series(READINGS).appendAll(readings(0, 10));
        db.processing().catchUp(LIMIT);
        store(db).flush().join();
        assertThat(journal(db)).isEmpty();
        assertThat(db.processing().status()).containsOnlyKeys("telemetry");
    }

    @Test
    void processWithoutTheHandlerKeepsItsRecords() {
        Varve following = opened(recorder);
        following.series(READINGS).append(reading(0, 0));
        following.processing().catchUp(LIMIT);
        following.close();
        try (Varve other = open()) {
            other.series(READINGS).appendAll(readings(1, 5));
        }
        opened(recorder).processing().catchUp(LIMIT);
        assertThat(temperatures()).containsExactlyInAnyOrder(0.0, 1.0, 2.0, 3.0, 4.0);
    }

    @Test
    void eventsFromBeforeTheFirstHandlerAreDeliveredWithinOneOpening() {
        Varve db = open();
        db.series(READINGS).appendAll(readings(0, 3));
        now.set(0, START.plus(Duration.ofDays(1)));
        db.processing().follow("telemetry", recorder);
        db.processing().catchUp(LIMIT);
        assertThat(temperatures()).containsExactlyInAnyOrder(0.0, 1.0, 2.0);
    }

    @Test
    void pageMayEndWithinARecord() {
        Varve db = open();
        db.series(READINGS).appendAll(readings(0, 7));
        db.series(READINGS).appendAll(readings(7, 10));
        ChangeFeed feed = store(db).feed(Optional.empty());
        FeedPosition at = FeedPosition.BEGINNING;
        List<Integer> sizes = new ArrayList<>();
        FeedPage.Changes page;
        do {
            page = (FeedPage.Changes) feed.read(at, 3).join();
            sizes.add(page.changes().size());
            page.changes().stream().filter(change -> isEvent(change.key())).forEach(seen::add);
            at = page.next();
        } while (!page.changes().isEmpty());
        assertThat(sizes).containsExactly(3, 3, 3, 1, 0);
        assertThat(temperatures()).hasSize(10);
        assertThat(feed.end().join()).isEqualTo(at);
        // Each position is one to read after.
        for (int i = 0; i < seen.size(); i++) {
            FeedPage.Changes rest = (FeedPage.Changes) store(db)
                    .feed(Optional.empty())
                    .read(seen.get(i).position(), 100)
                    .join();
            assertThat(rest.changes()).isEqualTo(seen.subList(i + 1, seen.size()));
        }
    }

    @Test
    void lostRecordsAreReported() {
        Varve db = open();
        db.series(READINGS).append(reading(0, 0));
        ChangeFeed feed = store(db).feed(Optional.empty());
        FeedPosition first = feed.end().join();
        db.series(READINGS).append(reading(1, 1));
        FeedPosition second = feed.end().join();
        store(db).flush().join();
        assertThat(feed.read(first, 10).join()).isEqualTo(new FeedPage.Trimmed(second));
        assertThat(feed.read(second, 10).join()).isEqualTo(new FeedPage.Changes(List.of(), second));
        assertThat(feed.read(FeedPosition.BEGINNING, 10).join()).isEqualTo(new FeedPage.Changes(List.of(), second));
        assertThat(store(open()).feed(Optional.empty()).read(first, 10).join()).isEqualTo(new FeedPage.Trimmed(second));
    }

    @Test
    void foreignPositionIsRejected() {
        Varve db = open();
        ChangeFeed feed = store(db).feed(Optional.empty());
        for (String text : List.of("x", "-1", "1.x", "1.-1", "9")) {
            assertThatThrownBy(() -> feed.read(new FeedPosition(text), 10).join())
                    .isInstanceOf(CompletionException.class)
                    .hasMessageContaining("\"%s\" is not a position of this feed".formatted(text));
        }
    }

    @Test
    void randomHistoryIsDeliveredAcrossCrashes() {
        for (long seed = 1; seed <= 30; seed++) {
            new PackedFeedTest().walk(seed);
        }
    }

    /** A handler that keeps the newest state of each event has, in the end, what the series has. */
    private void walk(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<Key, Item> copy = new HashMap<>();
        ChangeHandler copying = changes -> {
            if (random.nextInt(10) == 0) {
                throw new dev.varve.error.Unavailable("test.down", "not now");
            }
            for (Change change : changes) {
                if (isEvent(change.key()) && change.after() == null) {
                    copy.remove(change.key());
                } else if (isEvent(change.key())) {
                    copy.put(change.key(), change.after());
                }
            }
            return CompletableFuture.completedFuture(null);
        };
        Varve db = opened(copying);
        for (int step = 0; step < 60; step++) {
            OpenSeries<Reading> series = db.series(READINGS);
            switch (random.nextInt(8)) {
                case 0 -> now.set(0, now.get(0).plusSeconds(random.nextInt(3_600)));
                case 1 -> store(db).tick().join();
                case 2 -> store(db).flush().join();
                case 3 -> db = opened(copying);
                case 4 -> {
                    db.close();
                    db = opened(copying);
                }
                case 5 -> db.processing().catchUp(LIMIT);
                case 6 -> series.delete(reading(random.nextInt(20), 0));
                default -> {
                    List<Reading> more = new ArrayList<>();
                    for (int i = random.nextInt(20); i >= 0; i--) {
                        more.add(reading(random.nextInt(200), random.nextInt(10)));
                    }
                    more.forEach(series::correct);
                }
            }
        }
        db.processing().catchUp(LIMIT);
        Map<Key, Item> expected = new HashMap<>();
        Varve last = db;
        last.series(READINGS)
                .history("d1")
                .between(START.minusSeconds(1), START.plus(Duration.ofDays(1)))
                .list()
                .forEach(event -> expected.put(
                        READINGS.itemKey(READINGS.keyOf(event), event.at()),
                        Item.empty().with("temperature", event.temperature())));
        assertThat(copy.keySet()).as("seed " + seed).isEqualTo(expected.keySet());
        copy.forEach((key, item) -> assertThat(item.number("temperature").doubleValue())
                .as("seed %s %s", seed, key)
                .isEqualTo(expected.get(key).number("temperature").doubleValue()));
    }
}
