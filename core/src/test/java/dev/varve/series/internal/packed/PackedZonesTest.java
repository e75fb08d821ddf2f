package dev.varve.series.internal.packed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.entity.Entity;
import dev.varve.key.TimeRange;
import dev.varve.key.ZoneHistory;
import dev.varve.memory.MemoryEngine;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RollupRow;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.internal.SeriesAccess;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows in the zones of their identities are the same for items and packed, also when a zone changes. */
class PackedZonesTest {

    record Meter(String siteId, Instant at, double power) {}

    record Site(String siteId, String timezone) {}

    private static final Entity<Site> SITES = Entity.of(Site.class)
            .named("sites")
            .partition("SITE#{siteId}")
            .sort("METADATA")
            .build();

    /** Whole and half hours from UTC, with and without daylight saving time. */
    private static final List<String> ZONES =
            List.of("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Chatham", "UTC");

    /** Some hours before clocks change in Europe; those of Chatham change a week later. */
    private static final Instant START = Instant.parse("2026-03-28T20:00:00Z");

    private Instant now = START;

    private final class Side {
        final MemoryEngine engine = new MemoryEngine(() -> now);
        final Series<Meter> series;
        Varve db;
        OpenSeries<Meter> meters;

        Side(SeriesBuilder<Meter> declared) {
            series = declared.build();
            open();
        }

        /** Opens the database; what was open is left as it is, as after a crash. */
        void open() {
            db = Varve.on(new ReopenedEngine(engine)).owner("one").open(Schema.of("meters", SITES, series));
            meters = db.series(series);
        }

        void site(String id, ZoneHistory zones) {
            db.entities(SITES).put(new Site(id, zones.text()));
        }

        List<String> rows(String site) {
            Instant from = START.minus(Duration.ofDays(5));
            Instant to = now.plus(Duration.ofDays(3));
            List<String> shown = new ArrayList<>();
            var rows = meters.rollups(site);
            for (List<RollupRow> tier : List.of(
                    rows.hourly().between(from, to).list(),
                    rows.daily().between(from, to).list(),
                    rows.monthly().between(from, to).list())) {
                tier.stream()
                        .filter(row -> row.count() > 0)
                        .forEach(row -> shown.add(
                                "%s to %s: %s of %s".formatted(row.start(), row.end(), row.count(), row.sum("power"))));
            }
            return shown;
        }
    }

    static List<Long> seeds() {
        return List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L);
    }

    private static SeriesBuilder<Meter> declared() {
        return Series.of(Meter.class)
                .named("meters")
                .partition("SITE#{siteId}")
                .sort("METER#{at}")
                .zoneFrom(SITES, "timezone")
                .rollUp(Rollup.of("power").hourly().daily().monthly());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void packedRowsFollowTheZonesOfTheirSites(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Duration span = List.of(Duration.ofHours(1), Duration.ofHours(4), Duration.ofDays(1))
                .get(random.nextInt(3));
        Side items = new Side(declared());
        Side packed = new Side(declared().packed(span));
        Map<String, ZoneHistory> zones = new HashMap<>();
        for (int site = 0; site < 3; site++) {
            zones.put("s" + site, ZoneHistory.of(zone(random)));
        }
        zones.forEach((site, zone) -> both(items, packed, side -> side.site(site, zone)));
        for (int step = 0; step < 80; step++) {
            String at = "seed %s, step %s".formatted(seed, step);
            switch (random.nextInt(10)) {
                case 0, 1 -> now = now.plus(Duration.ofMinutes(random.nextInt(600)));
                case 2 -> store(packed).tick().join();
                case 3 -> store(packed).flush().join();
                case 4 -> {
                    if (random.nextInt(4) == 0) {
                        String site = "s" + random.nextInt(3);
                        ZoneHistory moved = items.meters.moved(Objects.requireNonNull(zones.get(site)), zone(random));
                        zones.put(site, moved);
                        both(items, packed, side -> side.site(site, moved));
                    }
                }
                case 5 -> packed.open();
                case 6 -> {
                    Meter event = event(random);
                    assertSame(at, items, packed, side -> side.meters.delete(event));
                }
                case 7 -> assertSameRows(at, items, packed);
                default -> {
                    List<Meter> events = new ArrayList<>();
                    for (int i = random.nextInt(20); i >= 0; i--) {
                        events.add(event(random));
                    }
                    assertSame(
                            at,
                            items,
                            packed,
                            side -> side.meters.appendAll(events).entries().stream()
                                    .map(entry -> Objects.requireNonNull(entry.outcome())
                                            .getClass()
                                            .getSimpleName())
                                    .toList());
                }
            }
        }
        store(packed).flush().join();
        now = now.plus(Duration.ofDays(2));
        assertSameRows("seed %s, end".formatted(seed), items, packed);
    }

    private static void both(Side items, Side packed, Consumer<Side> call) {
        call.accept(items);
        call.accept(packed);
    }

    private static void assertSame(String at, Side items, Side packed, Function<Side, Object> call) {
        assertThat(call.apply(packed)).as(at).isEqualTo(call.apply(items));
    }

    private void assertSameRows(String at, Side items, Side packed) {
        items.db.processing().catchUp(Duration.ofSeconds(30));
        packed.db.processing().catchUp(Duration.ofSeconds(30));
        for (int site = 0; site < 3; site++) {
            String id = "s" + site;
            assertSame(at, items, packed, side -> side.rows(id));
        }
        TimeRange lately = new TimeRange(START.minus(Duration.ofDays(5)), now.plus(Duration.ofDays(1)));
        RollupReport report = packed.meters.rollup().verify(lately, done -> {});
        assertThat(report.wrong()).as(at + " " + report).isZero();
    }

    private static PackedStore store(Side side) {
        return Objects.requireNonNull(SeriesAccess.instance().packed(side.meters));
    }

    private static ZoneId zone(SplittableRandom random) {
        return ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
    }

    private Meter event(SplittableRandom random) {
        // Within a day: the clocks of Europe change in the first hours.
        long minutes = random.nextInt(24 * 60);
        return new Meter(
                "s" + random.nextInt(3),
                START.minus(Duration.ofHours(6)).plus(Duration.ofMinutes(minutes)),
                random.nextInt(100));
    }
}
