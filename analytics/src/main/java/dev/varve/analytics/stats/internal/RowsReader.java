package dev.varve.analytics.stats.internal;

import dev.varve.analytics.stats.LocalDays;
import dev.varve.analytics.stats.StatsExpired;
import dev.varve.analytics.stats.StatsRow;
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
 * Reads the rows of a number of days: stored rows with one query for all three series, and open periods from each series,
 * which computes them from finer tiers.
 */
public final class RowsReader {

    private final StatsSource source;
    private final StatsTable table;
    private final InstantSource clock;

    public RowsReader(StatsSource source, InstantSource clock) {
        this.source = source;
        this.table = new StatsTable(source.table());
        this.clock = clock;
    }

    /** Days that are read from rows of one grain. */
    private record Tiles(LocalDays days, Grain grain) {}

    /** Returns rows of this grain; days outside whole months come as daily rows. */
    public SiteRows read(String siteId, LocalDays days, Grain grain) {
        return tiles(days, grain).stream().map(tiles -> read(siteId, tiles)).reduce(SiteRows.none(), SiteRows::and);
    }

    /** Returns the cost of reading the stored rows, without the rows of the current day, which are computed. */
    public List<Explanation> explain(String siteId, LocalDays days, Grain grain) {
        return tiles(days, grain).stream()
                .map(tiles -> table.explain(StatsTable.Range.of(siteId, tiles.days(), tiles.grain())))
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
                : table.read(StatsTable.Range.of(siteId, days.zone(), grain, closed));
        return closed.size() == starts.size()
                ? rows
                : rows.and(composed(siteId, grain, TimeRange.of(starts.get(closed.size()), range.to())));
    }

    /** Returns whether rows of this grain are kept since this time. */
    public boolean isKept(Instant start, Grain grain) {
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
                    "rows by the %s are kept for %s days, and [%s, %s) starts before: use a coarser grain, and whole"
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
    public List<StatsRow> byPeriod(String siteId, LocalDays days, Grain grain) {
        return table.byPeriod(StatsTable.Range.of(siteId, days, grain));
    }
}
