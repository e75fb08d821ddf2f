package dev.varve.server.sites;

import dev.varve.analytics.AnalyticsStore;
import dev.varve.analytics.Site;
import dev.varve.analytics.stats.LocalDays;
import dev.varve.analytics.stats.Metric;
import dev.varve.analytics.stats.PeriodComparison;
import dev.varve.analytics.stats.Report;
import dev.varve.analytics.stats.StatsResult;
import dev.varve.analytics.stats.TrafficPoint;
import dev.varve.analytics.stats.TrafficTotals;
import dev.varve.error.Rejected;
import dev.varve.key.Grain;
import dev.varve.key.TimeRange;
import dev.varve.server.api.Explained;
import dev.varve.server.api.sites.SiteMetric;
import dev.varve.server.api.sites.SiteSeries;
import dev.varve.server.api.sites.SiteStats;
import dev.varve.server.http.answer.TabularAnswer;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Routes of the numbers of sites: totals of a period, over time, and right now. Breakdowns are in {@link ListsApi}. */
public final class StatsApi {

    private static final DateTimeFormatter LOCAL_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);

    private final AnalyticsStore store;

    public StatsApi(AnalyticsStore store) {
        this.store = store;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/sites/{id}/stats", this::stats).described(SiteOperations.STATS),
                Route.get("/api/v1/sites/{id}/timeseries", this::timeseries).described(SiteOperations.TIMESERIES),
                Route.get("/api/v1/sites/{id}/realtime", this::realtime).described(SiteOperations.REALTIME));
    }

    private Object stats(ApiRequest request) {
        SiteQuery siteQuery = SiteQuery.of(store, request);
        if (request.wantsExplanation()) {
            return Explained.of(siteQuery.query().explain());
        }
        Grain coarse = siteQuery.days().grain() == Grain.MONTH ? Grain.MONTH : Grain.DAY;
        StatsResult<Report> answer = siteQuery.query().by(coarse).report();
        Report report = answer.value();
        Optional<TrafficTotals> before = siteQuery.totalsBefore(answer);
        SiteStats.Metrics metrics = new SiteStats.Metrics(
                measured(Metric.VISITORS, report.totals(), before),
                measured(Metric.VISITS, report.totals(), before),
                measured(Metric.PAGE_VIEWS, report.totals(), before),
                measured(Metric.VIEWS_PER_VISIT, report.totals(), before),
                measured(Metric.BOUNCE_RATE, report.totals(), before),
                measured(Metric.VISIT_DURATION, report.totals(), before));
        SiteStats stats = new SiteStats(
                SiteQuery.period(answer.days()),
                metrics,
                // An exact count may still have a bound just above it, because the bound is rounded up.
                report.visitorsAtMost() - report.visitorsAtLeast() > 1,
                answer.basis() == StatsResult.Basis.ROWS ? SiteStats.Source.ROLLUPS : SiteStats.Source.RAW,
                answer.days().days() > 1);
        return TabularAnswer.of(stats, lines(metrics), "metric", "value", "before", "change");
    }

    /** A CSV row. */
    private record Line(
            SiteMetric metric,
            Number value,
            @Nullable Number before,
            @Nullable Double change) {

        static Line of(SiteMetric metric, SiteStats.Measured measured) {
            return new Line(metric, measured.value(), measured.before(), measured.change());
        }
    }

    private static List<Line> lines(SiteStats.Metrics metrics) {
        return List.of(
                Line.of(SiteMetric.VISITORS, metrics.visitors()),
                Line.of(SiteMetric.SESSIONS, metrics.sessions()),
                Line.of(SiteMetric.PAGE_VIEWS, metrics.pageViews()),
                Line.of(SiteMetric.VIEWS_PER_SESSION, metrics.viewsPerSession()),
                Line.of(SiteMetric.BOUNCE_RATE, metrics.bounceRate()),
                Line.of(SiteMetric.SESSION_DURATION, metrics.sessionDuration()));
    }

    /** Rates without sessions are 0 here, so that there is always a number. */
    private static SiteStats.Measured measured(Metric metric, TrafficTotals now, Optional<TrafficTotals> before) {
        Number value = number(metric, now);
        OptionalDouble change = before.map(numbers -> new PeriodComparison(now, numbers).change(metric))
                .orElse(OptionalDouble.empty());
        return new SiteStats.Measured(
                value == null ? 0 : value,
                before.map(numbers -> number(metric, numbers)).orElse(null),
                change.isPresent() ? change.getAsDouble() : null);
    }

    private static Metric counted(SiteMetric metric) {
        return switch (metric) {
            case VISITORS -> Metric.VISITORS;
            case SESSIONS -> Metric.VISITS;
            case PAGE_VIEWS -> Metric.PAGE_VIEWS;
            case VIEWS_PER_SESSION -> Metric.VIEWS_PER_VISIT;
            case BOUNCE_RATE -> Metric.BOUNCE_RATE;
            case SESSION_DURATION -> Metric.VISIT_DURATION;
            case EVENTS -> Metric.EVENTS;
        };
    }

    /** Returns a count as a whole number, a rate with its fraction, and null for a rate without sessions. */
    private static @Nullable Number number(Metric metric, TrafficTotals numbers) {
        OptionalDouble value = metric.of(numbers);
        if (value.isEmpty()) {
            return null;
        }
        return switch (metric) {
            case VISITORS, VISITS, PAGE_VIEWS, EVENTS -> (long) value.getAsDouble();
            default -> value.getAsDouble();
        };
    }

    private Object timeseries(ApiRequest request) {
        SiteQuery siteQuery = SiteQuery.of(store, request);
        SiteMetric asMetric = EnumTexts.constant(SiteMetric.class, "metric", request.text("metric", "visitors"));
        Metric metric = counted(asMetric);
        Grain grain = request.text("interval")
                .map(StatsApi::interval)
                .orElse(siteQuery.days().grain());
        if (request.wantsExplanation()) {
            return Explained.of(siteQuery.query().explain());
        }
        StatsResult<Report> answer = siteQuery.query().by(grain).report();
        List<TrafficPoint> points = answer.value().points();
        List<@Nullable Number> before = siteQuery
                .before(answer, query -> query.by(grain).report())
                .filter(report -> report.totals().visitors() > 0)
                .map(report -> values(report.points(), metric, Instant.MAX))
                .orElse(List.of());
        List<@Nullable Number> values = values(points, metric, request.now());
        List<String> labels = points.stream()
                .map(point -> label(point.start(), grain, answer.days()))
                .toList();
        List<@Nullable Number> aligned = new ArrayList<>();
        List<SeriesLine> lines = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            aligned.add(i < before.size() ? before.get(i) : null);
            lines.add(new SeriesLine(labels.get(i), values.get(i), aligned.get(i)));
        }
        SiteSeries series = new SiteSeries(
                SiteQuery.period(answer.days()),
                asMetric,
                SiteSeries.Interval.valueOf(grain.word().toUpperCase(Locale.ROOT)),
                labels,
                values,
                before.isEmpty() ? null : aligned);
        return TabularAnswer.of(series, lines, "t", "value", "before");
    }

    /** A CSV row. */
    private record SeriesLine(
            String t, @Nullable Number value, @Nullable Number before) {}

    private static Grain interval(String word) {
        return switch (word) {
            case "minute" -> Grain.MINUTE;
            case "hour" -> Grain.HOUR;
            case "day" -> Grain.DAY;
            case "month" -> Grain.MONTH;
            default ->
                throw new Rejected(
                        "ask.interval",
                        "interval is \"%s\"; it must be minute, hour, day or month".formatted(EnumTexts.shown(word)));
        };
    }

    /** Returns the value of each point; null for points in the future. */
    private static List<@Nullable Number> values(List<TrafficPoint> points, Metric metric, Instant now) {
        List<@Nullable Number> values = new ArrayList<>();
        points.forEach(point -> values.add(point.start().isAfter(now) ? null : number(metric, point.numbers())));
        return values;
    }

    private static String label(Instant start, Grain grain, LocalDays days) {
        LocalDateTime local = LocalDateTime.ofInstant(start, days.zone());
        return grain == Grain.DAY || grain == Grain.MONTH ? local.toLocalDate().toString() : LOCAL_TIME.format(local);
    }

    private Object realtime(ApiRequest request) {
        Site site = SiteQuery.site(store, request);
        TimeRange range = RecentTraffic.range(request.now());
        if (request.wantsExplanation()) {
            return Explained.of(
                    store.pageViews(site.siteId(), range.from(), range.to()).explain());
        }
        return RecentTraffic.read(store, site.siteId(), range).shown();
    }
}
