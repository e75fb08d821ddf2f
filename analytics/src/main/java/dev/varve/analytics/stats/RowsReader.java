package dev.varve.analytics.stats;

import dev.varve.core.Rejected;
import dev.varve.core.key.Grain;
import dev.varve.core.key.Tick;
import dev.varve.core.key.TimeRange;
import dev.varve.core.rollup.RollupRow;
import dev.varve.core.series.OpenSeries;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
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

    /** Returns rows of this length; where days do not begin or end with a month, rows of single days beside it. */
    SiteRows read(String siteId, LocalDays days, Grain grain) {
        if (grain != Grain.MONTH) {
            return tiles(siteId, days, grain);
        }
        LocalDate first = days.from().getDayOfMonth() == 1
                ? days.from()
                : days.from().withDayOfMonth(1).plusMonths(1);
        LocalDate last = days.to().withDayOfMonth(1);
        if (!first.isBefore(last)) {
            return tiles(siteId, days, Grain.DAY);
        }
        SiteRows rows = tiles(siteId, LocalDays.of(first, last, days.zone()), Grain.MONTH);
        if (days.from().isBefore(first)) {
            rows = tiles(siteId, LocalDays.of(days.from(), first, days.zone()), Grain.DAY)
                    .and(rows);
        }
        return last.isBefore(days.to())
                ? rows.and(tiles(siteId, LocalDays.of(last, days.to(), days.zone()), Grain.DAY))
                : rows;
    }

    private SiteRows tiles(String siteId, LocalDays days, Grain grain) {
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

    private void requireKept(TimeRange range, Grain grain) {
        Duration keep = switch (grain) {
            case MINUTE -> StatsRollups.MINUTES_KEPT;
            case HOUR -> StatsRollups.HOURS_KEPT;
            default -> StatsRollups.DAYS_KEPT;
        };
        if (grain != Grain.MONTH && !range.from().plus(keep).isAfter(clock.instant())) {
            throw new Rejected(
                    "stats.rows-gone",
                    "by the %s can be asked for %s days back, and [%s, %s) begins before: ask for longer points, of whole"
                                    .formatted(
                                            grain.word(),
                                            keep.toDays(),
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

    private static List<RollupRow> rows(OpenSeries<?, ?> series, String siteId, Grain grain, TimeRange range) {
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
