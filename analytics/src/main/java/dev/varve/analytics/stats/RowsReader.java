package dev.varve.analytics.stats;

import dev.varve.key.Grain;
import dev.varve.key.Tick;
import dev.varve.key.TimeRange;
import dev.varve.rollup.RollupRow;
import dev.varve.series.OpenSeries;
import dev.varve.table.Explanation;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads the rows of some days: those that are stored by one query for all three series, those of periods that are not
 * closed yet from each series, which makes them of shorter ones.
 */
final class RowsReader {

    private final StatsSource source;
    private final StatsTable table;
    private final InstantSource clock;

    RowsReader(StatsSource source, InstantSource clock) {
        this.source = source;
        this.table = new StatsTable(source.table());
        this.clock = clock;
    }

    /** Days that are read by rows of one length. */
    private record Tiles(LocalDays days, Grain grain) {}

    /** Returns rows of this length; where days do not begin or end with a month, rows of single days beside it. */
    SiteRows read(String siteId, LocalDays days, Grain grain) {
        return tiles(days, grain).stream().map(tiles -> read(siteId, tiles)).reduce(SiteRows.none(), SiteRows::and);
    }

    /** Returns what reading the stored rows would cost; those made for the answer, of the present day, come on top. */
    List<Explanation> explain(String siteId, LocalDays days, Grain grain) {
        return tiles(days, grain).stream()
                .map(tiles -> {
                    List<Instant> starts = tiles.days().starts(tiles.grain());
                    return table.explain(
                            new StatsTable.Range(siteId, tiles.grain(), starts.get(0), starts.get(starts.size() - 1)),
                            days.zone());
                })
                .toList();
    }

    private static List<Tiles> tiles(LocalDays days, Grain grain) {
        LocalDate first = days.from().getDayOfMonth() == 1
                ? days.from()
                : days.from().withDayOfMonth(1).plusMonths(1);
        LocalDate last = days.to().withDayOfMonth(1);
        if (grain != Grain.MONTH) {
            return List.of(new Tiles(days, grain));
        }
        if (!first.isBefore(last)) {
            return List.of(new Tiles(days, Grain.DAY));
        }
        List<Tiles> tiles = new ArrayList<>();
        if (days.from().isBefore(first)) {
            tiles.add(new Tiles(LocalDays.of(days.from(), first, days.zone()), Grain.DAY));
        }
        tiles.add(new Tiles(LocalDays.of(first, last, days.zone()), Grain.MONTH));
        if (last.isBefore(days.to())) {
            tiles.add(new Tiles(LocalDays.of(last, days.to(), days.zone()), Grain.DAY));
        }
        return tiles;
    }

    private SiteRows read(String siteId, Tiles tiles) {
        LocalDays days = tiles.days();
        Grain grain = tiles.grain();
        TimeRange range = days.range();
        requireKept(range, grain);
        Instant open = Stream.of(source.pageViews(), source.events(), source.sessions())
                .map(series -> series.rollups(siteId).of(grain).openSince())
                .min(Instant::compareTo)
                .orElseThrow();
        List<Instant> starts = days.starts(grain);
        List<Instant> closed =
                starts.stream().filter(start -> start.isBefore(open)).toList();
        SiteRows rows = closed.isEmpty()
                ? SiteRows.none()
                : table.read(
                        new StatsTable.Range(siteId, grain, closed.get(0), closed.get(closed.size() - 1)), days.zone());
        return closed.size() == starts.size()
                ? rows
                : rows.and(composed(siteId, grain, TimeRange.of(starts.get(closed.size()), range.to())));
    }

    /** Returns whether there are rows of this length that begin as early as this. */
    boolean isKept(Instant start, Grain grain) {
        return grain == Grain.MONTH || start.plus(kept(grain)).isAfter(clock.instant());
    }

    private static Duration kept(Grain grain) {
        return switch (grain) {
            case MINUTE -> StatsRollups.MINUTES_KEPT;
            case HOUR -> StatsRollups.HOURS_KEPT;
            default -> StatsRollups.DAYS_KEPT;
        };
    }

    private void requireKept(TimeRange range, Grain grain) {
        if (!isKept(range.from(), grain)) {
            throw new StatsExpired(
                    "stats.rows-gone",
                    "by the %s can be asked for %s days back, and [%s, %s) begins before: ask for longer points, of whole"
                                    .formatted(
                                            grain.word(),
                                            kept(grain).toDays(),
                                            Tick.SECONDS.text(range.from()),
                                            Tick.SECONDS.text(range.to()))
                            + " months beyond two years");
        }
    }

    private SiteRows composed(String siteId, Grain grain, TimeRange range) {
        return new SiteRows(
                rows(source.pageViews(), siteId, grain, range),
                rows(source.events(), siteId, grain, range),
                rows(source.sessions(), siteId, grain, range));
    }

    private static List<RollupRow> rows(OpenSeries<?> series, String siteId, Grain grain, TimeRange range) {
        return series.rollups(siteId)
                .of(grain)
                .between(range.from(), range.to())
                .list();
    }

    /** Returns stored rows of a site through the index of periods. */
    List<StatsRow> byPeriod(String siteId, LocalDays days, Grain grain) {
        List<Instant> starts = days.starts(grain);
        return table.byPeriod(
                new StatsTable.Range(siteId, grain, starts.get(0), starts.get(starts.size() - 1)), days.zone());
    }
}
