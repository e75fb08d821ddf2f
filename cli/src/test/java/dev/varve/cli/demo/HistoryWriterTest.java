package dev.varve.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.analytics.Analytics;
import dev.varve.analytics.stats.StatsResult;
import dev.varve.analytics.stats.TrafficTotals;
import dev.varve.cli.demo.DemoState.Part;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.iot.DynamicReading;
import dev.varve.key.TimeRange;
import dev.varve.rollup.RollupReport;
import dev.varve.series.OpenSeries;
import dev.varve.server.ServerDatabase;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryWriterTest {

    private static final Instant NOW = Instant.parse("2060-04-20T14:00:00Z");
    private static final Duration DAYS = Duration.ofDays(2);
    private static final Duration AWAY = Duration.ofHours(3);
    private static final Duration GROUPS_REFRESHED = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private final MutableClock clock = new MutableClock(NOW);
    private final ExecutorService executor = Executors.newFixedThreadPool(4);

    @AfterEach
    void stop() {
        executor.shutdown();
    }

    private ServerDatabase open() {
        RocksDbOptions options =
                RocksDbOptions.defaults().clock(clock).withoutSweeper().durability(Durability.WRITTEN_TO_OS);
        ServerDatabase database = ServerDatabase.open(RocksDbEngine.open(folder, options), "varve", clock);
        database.fleet().processing();
        database.analytics().processing();
        return database;
    }

    @Test
    void historyIsWrittenOnceDespiteARestart() {
        DemoWorld world = new DemoWorld(3, 5, NOW);
        DemoState state = DemoState.begin(folder, world);
        try (ServerDatabase database = open()) {
            Setup.run(database, world);
            state.save();
            HistoryWriter history = new HistoryWriter(database, state, DAYS, executor);
            history.writeRecent(NOW);
            // Stop in the middle of the history.
            for (int piece = 0; piece < 3; piece++) {
                assertThat(history.writeNext()).isTrue();
            }
            history.close();
        }
        clock.advance(AWAY);
        try (ServerDatabase database = open()) {
            DemoState found = DemoState.find(folder).orElseThrow();
            HistoryWriter history = new HistoryWriter(database, found, DAYS, executor);
            history.writeRecent(clock.instant());
            LiveWriter present = new LiveWriter(database, found, clock.instant());
            for (int second = 0; second < 60; second++) {
                clock.advance(Duration.ofSeconds(1));
                present.step();
            }
            while (history.writeNext()) {
                assertThat(history.missing().isNegative()).isFalse();
            }
            history.close();
            Instant end = clock.instant();
            clock.advance(GROUPS_REFRESHED);
            database.analytics().catchUp(Duration.ofMinutes(1));

            TimeRange written = TimeRange.of(NOW.plus(AWAY).minus(DAYS), end);
            assertThat(found.filled(Part.FLEET).missing(written)).isEmpty();
            assertThat(found.filled(Part.SITES).missing(written)).isEmpty();
            assertThat(stored(database)).isEqualTo(expected(world, written));
            assertThat(hits(database, written)).isEqualTo(ids(world.sites().arrivals(written.from(), written.to())));
            assertRowsAreRight(written, database.fleet().readings());
            assertStatisticsAreRight(database, written);
        }
    }

    private static Set<DynamicReading> stored(ServerDatabase database) {
        Set<DynamicReading> all = new HashSet<>();
        for (var device : database.fleet().devices().stream().toList()) {
            database.fleet()
                    .device(device.deviceId())
                    .readings()
                    .last(Duration.ofDays(5))
                    .list()
                    .forEach(
                            reading -> all.add(new DynamicReading(reading.deviceId(), reading.at(), reading.fields())));
        }
        return all;
    }

    private static Set<DynamicReading> expected(DemoWorld world, TimeRange written) {
        Instant live = written.to().minusSeconds(60);
        Set<DynamicReading> all = new HashSet<>(world.fleet().arrivals(written.from(), live, SimFleet.HISTORY_STEP));
        all.addAll(world.fleet().arrivals(live, written.to(), SimFleet.LIVE_STEP));
        return all;
    }

    /** Returns the ids without engagement events, which are dropped if they arrive before their session. */
    private static Set<String> ids(List<SimHit> hits) {
        Set<String> ids = new HashSet<>();
        hits.stream().filter(hit -> !hit.name().equals(SimHit.ENGAGEMENT)).forEach(hit -> ids.add(hit.id()));
        return ids;
    }

    private static Set<String> hits(ServerDatabase database, TimeRange range) {
        Set<String> ids = new HashSet<>();
        Instant from = range.from().minus(Duration.ofHours(1));
        for (String site : List.of(DemoSites.SHOP, DemoSites.BLOG)) {
            database.analytics().pageViews(site, from, range.to()).list().forEach(view -> ids.add(view.id()));
            database.analytics().events(site, from, range.to()).list().stream()
                    .filter(event -> !event.name().equals(SimHit.ENGAGEMENT))
                    .forEach(event -> ids.add(event.id()));
        }
        return ids;
    }

    private static void assertStatisticsAreRight(ServerDatabase database, TimeRange range) {
        assertRowsAreRight(range, database.varve().series(Analytics.PAGE_VIEWS));
        assertRowsAreRight(range, database.varve().series(Analytics.EVENTS));
        assertRowsAreRight(range, database.varve().series(Analytics.SESSIONS));
    }

    private static void assertRowsAreRight(TimeRange range, OpenSeries<?> series) {
        RollupReport report = series.rollup().verify(range, done -> {});
        assertThat(report.rows()).as(report.toString()).isPositive();
        assertThat(report.wrong()).as(report.toString()).isZero();
    }

    @Test
    void hitsOfPastWeeksAreCountedInTheirTime() {
        DemoWorld world = new DemoWorld(3, 5, NOW);
        Instant from = Instant.parse("2060-03-29T12:00:00Z");
        Instant to = from.plus(Duration.ofHours(6));
        List<SimHit> hits = world.sites().arrivals(from, to);
        try (ServerDatabase database = open();
                PastSites past = new PastSites(database.varve(), 3, executor)) {
            Setup.run(database, world);
            past.take(hits, to);
            database.analytics().catchUp(Duration.ofMinutes(1));
            LocalDate day = LocalDate.ofInstant(from, ZoneId.of("Europe/Berlin"));
            var query = database.analytics().stats().site(DemoSites.SHOP).between(day, day.plusDays(1));
            StatsResult<TrafficTotals> rows = query.totals();
            StatsResult<TrafficTotals> counted = query.counted().totals();
            long views = hits.stream()
                    .filter(hit ->
                            hit.siteId().equals(DemoSites.SHOP) && hit.name().equals("pageview"))
                    .count();
            assertThat(rows.basis()).isNotEqualTo(counted.basis());
            assertThat(rows.value().pageViews()).isEqualTo(views);
            assertThat(rows.value().sessions())
                    .isEqualTo(counted.value().sessions())
                    .isPositive();
            assertThat(rows.value().bounces()).isEqualTo(counted.value().bounces());
            assertStatisticsAreRight(database, TimeRange.of(from, to));
        }
    }
}
