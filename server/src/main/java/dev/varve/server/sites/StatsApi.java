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
import dev.varve.server.http.ApiRequest;
import dev.varve.server.http.Explained;
import dev.varve.server.http.Route;
import dev.varve.server.http.TabularAnswer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The numbers of sites: of some days together, one after the other, and right now. Lists are in {@link ListsApi}. */
public final class StatsApi {

    private static final List<Metric> SHOWN = List.of(
            Metric.VISITORS,
            Metric.VISITS,
            Metric.PAGE_VIEWS,
            Metric.VIEWS_PER_VISIT,
            Metric.BOUNCE_RATE,
            Metric.VISIT_DURATION);

    private static final DateTimeFormatter LOCAL_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);

    private final AnalyticsStore store;

    public StatsApi(AnalyticsStore store) {
        this.store = store;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/sites/{id}/stats", this::stats),
                Route.get("/api/v1/sites/{id}/timeseries", this::timeseries),
                Route.get("/api/v1/sites/{id}/realtime", this::realtime));
    }

    private Object stats(ApiRequest ask) {
        SiteQuery asked = SiteQuery.of(store, ask);
        if (ask.wantsExplanation()) {
            return Explained.of(asked.query().explain());
        }
        Grain coarse = asked.days().grain() == Grain.MONTH ? Grain.MONTH : Grain.DAY;
        StatsResult<Report> answer = asked.query().by(coarse).report();
        Report report = answer.value();
        Optional<TrafficTotals> before = asked.totalsBefore(answer);
        Map<String, Object> metrics = new LinkedHashMap<>();
        List<Map<String, ?>> rows = new ArrayList<>();
        for (Metric metric : SHOWN) {
            Map<String, Object> measured = measured(metric, report.totals(), before);
            metrics.put(EnumTexts.of(metric), measured);
            Map<String, Object> row = new LinkedHashMap<>(measured);
            row.put("metric", EnumTexts.of(metric));
            rows.add(row);
        }
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("period", SiteQuery.period(answer.days()));
        shown.put("metrics", metrics);
        // What is counted exactly may still have a bound just above it, rounded up.
        shown.put("approximate", report.visitorsAtMost() - report.visitorsAtLeast() > 1);
        shown.put("source", answer.basis() == StatsResult.Basis.ROWS ? "rollups" : "raw");
        shown.put("visitorDays", answer.days().days() > 1);
        return new TabularAnswer(shown, List.of("metric", "value", "before", "change"), rows);
    }

    /** Rates of no visits are shown as none, so that there is always a number. */
    private static Map<String, Object> measured(Metric metric, TrafficTotals now, Optional<TrafficTotals> before) {
        Map<String, Object> measured = new LinkedHashMap<>();
        Number value = number(metric, now);
        measured.put("value", value == null ? 0 : value);
        measured.put("before", before.map(numbers -> number(metric, numbers)).orElse(null));
        OptionalDouble change = before.map(numbers -> new PeriodComparison(now, numbers).change(metric))
                .orElse(OptionalDouble.empty());
        measured.put("change", change.isPresent() ? change.getAsDouble() : null);
        return measured;
    }

    /** Returns a count as a whole number, a rate with its fraction, and nothing for a rate of no visits. */
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

    private Object timeseries(ApiRequest ask) {
        SiteQuery asked = SiteQuery.of(store, ask);
        Metric metric = EnumTexts.constant(Metric.class, "metric", ask.text("metric", "visitors"));
        Grain grain =
                ask.text("interval").map(StatsApi::interval).orElse(asked.days().grain());
        if (ask.wantsExplanation()) {
            return Explained.of(asked.query().explain());
        }
        StatsResult<Report> answer = asked.query().by(grain).report();
        List<TrafficPoint> points = answer.value().points();
        List<@Nullable Number> before = asked.before(
                        answer, query -> query.by(grain).report())
                .filter(report -> report.totals().visitors() > 0)
                .map(report -> values(report.points(), metric, Instant.MAX))
                .orElse(List.of());
        List<@Nullable Number> values = values(points, metric, ask.now());
        List<String> labels = points.stream()
                .map(point -> label(point.start(), grain, answer.days()))
                .toList();
        List<@Nullable Number> aligned = new ArrayList<>();
        List<Map<String, ?>> rows = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            aligned.add(i < before.size() ? before.get(i) : null);
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("t", labels.get(i));
            row.put("value", values.get(i));
            row.put("before", aligned.get(i));
            rows.add(row);
        }
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("period", SiteQuery.period(answer.days()));
        shown.put("metric", EnumTexts.of(metric));
        shown.put("interval", grain.word());
        shown.put("t", labels);
        shown.put("values", values);
        shown.put("before", before.isEmpty() ? null : aligned);
        return new TabularAnswer(shown, List.of("t", "value", "before"), rows);
    }

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

    /** Returns the value of each point; nothing for those that have not begun. */
    private static List<@Nullable Number> values(List<TrafficPoint> points, Metric metric, Instant now) {
        List<@Nullable Number> values = new ArrayList<>();
        points.forEach(point -> values.add(point.start().isAfter(now) ? null : number(metric, point.numbers())));
        return values;
    }

    private static String label(Instant start, Grain grain, LocalDays days) {
        LocalDateTime local = LocalDateTime.ofInstant(start, days.zone());
        return grain == Grain.DAY || grain == Grain.MONTH ? local.toLocalDate().toString() : LOCAL_TIME.format(local);
    }

    private Object realtime(ApiRequest ask) {
        Site site = SiteQuery.site(store, ask);
        TimeRange range = RecentTraffic.range(ask.now());
        if (ask.wantsExplanation()) {
            return Explained.of(
                    store.pageViews(site.siteId(), range.from(), range.to()).explain());
        }
        return RecentTraffic.read(store, site.siteId(), range).shown();
    }
}
