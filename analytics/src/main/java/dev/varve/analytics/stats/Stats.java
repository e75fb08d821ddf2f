package dev.varve.analytics.stats;

import dev.varve.analytics.stats.internal.RowsReader;
import dev.varve.analytics.stats.internal.SessionHits;
import dev.varve.analytics.stats.internal.SiteRows;
import dev.varve.analytics.stats.internal.StatsAccess;
import dev.varve.analytics.stats.internal.StatsSource;
import dev.varve.analytics.stats.internal.TrafficQuery;
import dev.varve.error.Rejected;
import dev.varve.key.Grain;
import dev.varve.key.TimeRange;
import dev.varve.rollup.RollupReport;
import dev.varve.series.OpenSeries;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;

/**
 * The statistics of sites.
 *
 * <pre>{@code
 * Report week = stats.site("my-site").last(7).report().value();
 * Breakdown pages = stats.site("my-site").last(30).breakdown(HitDimension.PAGE, Breakdown.Page.first()).value();
 * }</pre>
 */
public final class Stats {

    /** A week; use days for longer periods. */
    private static final int MAX_HOURS = 168;

    static {
        StatsAccess.register(new StatsAccess() {
            @Override
            public Stats stats(StatsSource source, Function<String, ZoneId> zones, InstantSource clock) {
                return new Stats(source, zones, clock);
            }

            @Override
            public boolean takes(Filter filter, SessionHits session) {
                return filter.takes(session);
            }
        });
    }

    private final StatsSource source;
    private final Function<String, ZoneId> zones;
    private final InstantSource clock;
    private final RowsReader rows;

    private Stats(StatsSource source, Function<String, ZoneId> zones, InstantSource clock) {
        this.source = source;
        this.zones = zones;
        this.clock = clock;
        this.rows = new RowsReader(source, clock);
    }

    /** Returns the statistics of a site. */
    public Site site(String siteId) {
        return new Site(siteId, zones.apply(siteId));
    }

    /** The statistics of one site. */
    public final class Site {

        private final String siteId;
        private final ZoneId zone;

        private Site(String siteId, ZoneId zone) {
            this.siteId = siteId;
            this.zone = zone;
        }

        /** Queries the last days, including today. */
        public StatsQuery last(int days) {
            return over(LocalDays.last(days, clock.instant(), zone));
        }

        /** Queries the days {@code [from, to)} of the site's calendar. */
        public StatsQuery between(LocalDate from, LocalDate to) {
            return over(LocalDays.of(from, to, zone));
        }

        /** Returns the totals of the last hours, including the current one, and of as many before, from rows. */
        public PeriodComparison lastHours(int hours) {
            if (hours < 1 || hours > MAX_HOURS) {
                throw new Rejected(
                        "stats.hours",
                        "the query has %s hours; give 1 to %s, or query days".formatted(hours, MAX_HOURS));
            }
            Instant now = clock.instant();
            Instant from = now.minus(Duration.ofHours(hours));
            Instant before = from.minus(Duration.ofHours(hours));
            LocalDays days = LocalDays.of(
                    LocalDate.ofInstant(before, zone),
                    LocalDate.ofInstant(now, zone).plusDays(1),
                    zone);
            SiteRows found = rows.read(siteId, days, Grain.HOUR);
            return new PeriodComparison(
                    found.in(TimeRange.of(from.plusNanos(1), now.plusNanos(1))).numbers(),
                    found.in(TimeRange.of(before.plusNanos(1), from.plusNanos(1)))
                            .numbers());
        }

        private StatsQuery over(LocalDays days) {
            return new StatsQuery(source, rows, clock, siteId, TrafficQuery.of(days));
        }

        /** Returns the stored rows of one grain from the index of periods, with one query. */
        public List<StatsRow> rows(Grain period, LocalDate from, LocalDate to) {
            return rows.byPeriod(siteId, LocalDays.of(from, to, zone), period);
        }

        /** Rebuilds the rows of the hour of this instant where they are wrong, for all three series. */
        public List<RollupReport> aggregateHourly(Instant instant) {
            LocalDate day = LocalDate.ofInstant(instant, zone);
            List<Instant> hours = LocalDays.of(day, day.plusDays(1), zone).starts(Grain.HOUR);
            Instant start = hours.get(0);
            for (Instant hour : hours) {
                start = hour.isAfter(instant) ? start : hour;
            }
            int next = hours.indexOf(start) + 1;
            Instant end = next < hours.size()
                    ? hours.get(next)
                    : day.plusDays(1).atStartOfDay(zone).toInstant();
            return rebuild(TimeRange.of(start, end));
        }

        /** Rebuilds the rows of the day of this instant, and of its hours, where they are wrong. */
        public List<RollupReport> aggregateDaily(Instant instant) {
            LocalDate day = LocalDate.ofInstant(instant, zone);
            return rebuild(LocalDays.of(day, day.plusDays(1), zone).range());
        }

        /** Rebuilds the row of the month of this instant, and its finer rows, where they are wrong. */
        public List<RollupReport> aggregateMonthly(Instant instant) {
            LocalDate first = LocalDate.ofInstant(instant, zone).withDayOfMonth(1);
            return rebuild(LocalDays.of(first, first.plusMonths(1), zone).range());
        }

        private List<RollupReport> rebuild(TimeRange range) {
            return List.of(
                    rebuild(source.pageViews(), range),
                    rebuild(source.events(), range),
                    rebuild(source.sessions(), range));
        }

        private RollupReport rebuild(OpenSeries<?> series, TimeRange range) {
            return series.rollup().rebuild(series.declaration().key(siteId), range);
        }
    }
}
