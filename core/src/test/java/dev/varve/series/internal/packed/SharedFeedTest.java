package dev.varve.series.internal.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.Varve;
import dev.varve.error.Unavailable;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.ChangeHandler;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.internal.AsyncLoop;
import dev.varve.series.Series;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.table.internal.LayoutKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Handlers get the events of all processes that write one packed series, each with a journal in the table. */
class SharedFeedTest {

    record Reading(String deviceId, Instant at, double value) {}

    private static final Instant START = Instant.parse("2026-04-20T14:00:00Z");
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final Series<Reading> SERIES = Series.of(Reading.class)
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}")
            .packed()
            .build();

    private final Processes processes = new Processes(START.plus(Duration.ofHours(1)));
    private final List<Double> seen = new ArrayList<>();
    private boolean fails;

    private Varve open(String process) {
        return processes.open(process, SERIES);
    }

    private Varve following(String process) {
        Varve db = open(process);
        ChangeHandler handler = changes -> {
            if (fails) {
                throw new Unavailable("test.down", "not now");
            }
            changes.stream().filter(SharedFeedTest::isEvent).forEach(change -> seen.add(value(change)));
            return CompletableFuture.completedFuture(null);
        };
        db.processing().follow("readings", handler);
        return db;
    }

    private static boolean isEvent(Change change) {
        return LayoutKeys.written(change.key())
                .flatMap(SeriesAccess.instance().layout(SERIES)::match)
                .isPresent();
    }

    private static double value(Change change) {
        return Objects.requireNonNull(change.after()).number("value").doubleValue();
    }

    private static Reading reading(int second) {
        return new Reading("d", START.plusSeconds(second), second);
    }

    private static boolean append(Varve db, int from, int to) {
        return db.series(SERIES)
                .appendAll(IntStream.range(from, to)
                        .mapToObj(SharedFeedTest::reading)
                        .toList())
                .leftovers()
                .isEmpty();
    }

    /** Does work of a process whose lease may have ended. */
    private static void attempt(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            assertThat(AsyncLoop.failure(e)).isInstanceOf(Unavailable.class);
        }
    }

    private static PackedStore store(Varve db) {
        return Processes.store(db.series(SERIES));
    }

    @Test
    void handlersGetOwnEventsAndThoseOfOthers() {
        Varve one = following("one");
        Varve two = open("two");
        append(one, 0, 2);
        one.processing().catchUp(LIMIT);
        assertThat(seen).containsExactly(0.0, 1.0);
        append(two, 2, 4);
        append(one, 4, 5);
        one.processing().catchUp(LIMIT);
        assertThat(seen).containsExactlyInAnyOrder(0.0, 1.0, 2.0, 3.0, 4.0).containsSubsequence(2.0, 3.0);
    }

    @Test
    void recordsOfAllProcessesAreKeptUntilTheyAreHandled() {
        Varve one = following("one");
        append(one, 0, 1);
        one.processing().catchUp(LIMIT);
        Varve two = open("two");
        fails = true;
        append(one, 1, 3);
        append(two, 3, 5);
        assertThatThrownBy(() -> one.processing().catchUp(Duration.ofMillis(200)))
                .isInstanceOf(Unavailable.class);
        store(one).flush().join();
        store(two).flush().join();
        two.close();
        one.close();
        fails = false;
        processes.endLeases();
        Varve three = following("three");
        three.processing().catchUp(LIMIT);
        assertThat(new HashSet<>(seen)).containsExactlyInAnyOrder(0.0, 1.0, 2.0, 3.0, 4.0);
        // When all is handled, nothing is left.
        three.processing().close();
        processes.endLeases();
        store(three).tick().join();
        store(three).flush().join();
        assertThat(store(three).state().journals().follow().join())
                .allMatch(journal -> journal.writer().startsWith("three"));
        assertThat(store(three).state().journals().own().read(0).join()).isEmpty();
    }

    @Test
    void nothingIsKeptIfNobodyFollows() {
        Varve one = open("one");
        append(one, 0, 10);
        store(one).flush().join();
        assertThat(store(one).state().journals().own().read(0).join()).isEmpty();
    }

    @Test
    void pageMayEndWithinARecordOfAnyWriter() {
        Varve one = open("one");
        Varve two = open("two");
        append(one, 0, 7);
        append(two, 7, 10);
        ChangeFeed feed = store(one).feed(Optional.empty());
        List<Change> all = new ArrayList<>();
        FeedPosition at = FeedPosition.BEGINNING;
        FeedPage.Changes page;
        do {
            page = (FeedPage.Changes) feed.read(at, 3).join();
            all.addAll(page.changes());
            at = page.next();
        } while (!page.changes().isEmpty());
        assertThat(all).hasSize(10);
        assertThat(feed.end().join()).isEqualTo(at);
        for (int i = 0; i < all.size(); i++) {
            FeedPage.Changes rest = (FeedPage.Changes) store(one)
                    .feed(Optional.empty())
                    .read(all.get(i).position(), 100)
                    .join();
            assertThat(rest.changes())
                    .extracting(SharedFeedTest::value)
                    .isEqualTo(all.subList(i + 1, all.size()).stream()
                            .map(SharedFeedTest::value)
                            .toList());
        }
    }

    @Test
    void foreignPositionIsRejected() {
        ChangeFeed feed = store(open("one")).feed(Optional.empty());
        for (String text : List.of("x", "~x", "~x:", "~x:-1", "~x:1.y", "~x:1.-1", "~,")) {
            assertThatThrownBy(() -> feed.read(new FeedPosition(text), 10).join())
                    .hasMessageContaining("\"%s\" is not a position of this feed".formatted(text));
        }
    }

    @Test
    void eachEventIsDeliveredAtLeastOnceAcrossCrashes() {
        for (long seed = 1; seed <= 20; seed++) {
            new SharedFeedTest().walk(seed);
        }
    }

    private void walk(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Set<Double> written = new HashSet<>();
        Varve[] dbs = {following("p0"), following("p1"), open("p2")};
        int opened = 3;
        // From now on, also processes without the handler keep their records for it.
        dbs[0].processing().catchUp(LIMIT);
        for (int step = 0; step < 60; step++) {
            int which = random.nextInt(dbs.length);
            Varve db = dbs[which];
            fails = random.nextInt(5) == 0;
            switch (random.nextInt(9)) {
                case 0 -> attempt(() -> store(db).tick().join());
                case 1 -> attempt(() -> store(db).flush().join());
                case 2 -> processes.advance(Duration.ofSeconds(random.nextInt(50)));
                case 3 -> {
                    if (random.nextBoolean()) {
                        attempt(db::close);
                    }
                    processes.endLeases();
                    dbs[which] = which < 2 ? following("p" + opened++) : open("p" + opened++);
                }
                case 4 -> {
                    fails = false;
                    if (which < 2) {
                        processes.advance(Duration.ofMinutes(2));
                        attempt(() -> db.processing().catchUp(LIMIT));
                    }
                }
                default -> {
                    int next = step * 10;
                    boolean isWritten = append(db, next, next + 3);
                    // A process that was fenced continues under a new name.
                    isWritten = isWritten || append(db, next, next + 3);
                    if (isWritten) {
                        IntStream.range(next, next + 3).forEach(i -> written.add((double) i));
                    }
                }
            }
        }
        fails = false;
        processes.advance(Duration.ofMinutes(5));
        Varve last = following("last");
        last.processing().catchUp(LIMIT);
        assertThat(new HashSet<>(seen)).as("seed " + seed).containsAll(written);
        for (Varve db : dbs) {
            attempt(db::close);
        }
    }
}
