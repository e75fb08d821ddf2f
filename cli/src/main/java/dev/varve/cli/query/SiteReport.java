package dev.varve.cli.query;

import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextChart;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.error.Rejected;
import dev.varve.server.api.EnumWord;
import dev.varve.server.api.Explained;
import dev.varve.server.api.sites.SiteBreakdown;
import dev.varve.server.api.sites.SiteMetric;
import dev.varve.server.api.sites.SiteSeries;
import dev.varve.server.api.sites.SiteStats;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statistics of a site: all metrics of a period, one metric over time, or a breakdown. */
public final class SiteReport {

    private static final int BAR = 24;

    /**
     * The wanted data.
     *
     * @param metric the metric over time, or null
     * @param by the dimension of a breakdown, or null
     */
    public record Wanted(
            String site,
            Period period,
            @Nullable String metric,
            @Nullable String by,
            int limit) {}

    /**
     * The time and the filters.
     *
     * @param from the first day of a custom period
     * @param interval the distance between points over time
     * @param filters in the syntax of the API
     */
    public record Period(
            String name,
            @Nullable String from,
            @Nullable String to,
            @Nullable String interval,
            @Nullable String filters) {}

    private final ApiClient client;
    private final Wanted wanted;

    public SiteReport(ApiClient client, Wanted wanted) {
        if (wanted.metric() != null && wanted.by() != null) {
            throw new Rejected("cli.site", "--metric shows a metric over time, --by a breakdown: give one of them");
        }
        this.client = client;
        this.wanted = wanted;
    }

    public void explain(Screen screen, OutputStyle shape) {
        screen.explain(client.ask(call(shape).with("explain", true), Explained.class), shape);
    }

    public void show(Screen screen, OutputStyle shape) {
        if (wanted.by() != null) {
            show(screen, shape, client.ask(call(shape), SiteBreakdown.class));
        } else if (isOverTime(shape)) {
            show(screen, shape, client.ask(call(shape), SiteSeries.class));
        } else {
            show(screen, shape, client.ask(call(shape), SiteStats.class));
        }
    }

    private boolean isOverTime(OutputStyle shape) {
        return wanted.metric() != null || shape == OutputStyle.CHART;
    }

    private ApiCall call(OutputStyle shape) {
        Period period = wanted.period();
        String what = wanted.by() != null ? "breakdown" : isOverTime(shape) ? "timeseries" : "stats";
        ApiCall call = ApiCall.get("sites", wanted.site(), what)
                .with("period", period.from() != null ? "custom" : period.name())
                .with("from", period.from())
                .with("to", period.to())
                .with("filters", period.filters());
        return switch (what) {
            case "breakdown" -> call.with("by", wanted.by()).with("limit", wanted.limit());
            case "timeseries" -> call.with("metric", metric()).with("interval", period.interval());
            default -> call.with("compare", "previous");
        };
    }

    private String metric() {
        return wanted.metric() == null ? "visitors" : wanted.metric();
    }

    private static Map<SiteMetric, SiteStats.Measured> byMetric(SiteStats.Metrics metrics) {
        Map<SiteMetric, SiteStats.Measured> measured = new LinkedHashMap<>();
        measured.put(SiteMetric.VISITORS, metrics.visitors());
        measured.put(SiteMetric.SESSIONS, metrics.sessions());
        measured.put(SiteMetric.PAGE_VIEWS, metrics.pageViews());
        measured.put(SiteMetric.VIEWS_PER_SESSION, metrics.viewsPerSession());
        measured.put(SiteMetric.BOUNCE_RATE, metrics.bounceRate());
        measured.put(SiteMetric.SESSION_DURATION, metrics.sessionDuration());
        return measured;
    }

    private void show(Screen screen, OutputStyle shape, SiteStats stats) {
        if (shape == OutputStyle.JSON) {
            screen.print(stats);
            return;
        }
        Map<SiteMetric, SiteStats.Measured> measured = byMetric(stats.metrics());
        if (shape == OutputStyle.CSV) {
            Grid grid = new Grid(List.of("metric", "value", "before", "change"));
            measured.forEach((metric, number) -> {
                Map<String, Object> row = new LinkedHashMap<>();
                row.put("metric", EnumWord.of(metric));
                put(row, "value", number.value());
                put(row, "before", number.before());
                put(row, "change", number.change());
                grid.add(row);
            });
            screen.print(grid, shape);
            return;
        }
        screen.title(
                wanted.site(),
                "%s … %s  %s"
                        .formatted(
                                stats.period().from(),
                                stats.period().to(),
                                stats.period().zone()));
        TextTable table = new TextTable(screen.paint())
                .text("metric")
                .number("value")
                .number("before")
                .number("change");
        measured.forEach((metric, number) -> table.row()
                .cell(words(EnumWord.of(metric)))
                .cell(value(metric, number.value()), Tone.STRONG)
                .cell(value(metric, number.before()))
                .cell(RelativeChange.text(number.change()), RelativeChange.tone(number.change())));
        screen.out().println(table);
    }

    /** Returns a metric's name as words: pageViews becomes page views. */
    private static String words(String name) {
        return name.replaceAll("([A-Z])", " $1").toLowerCase(java.util.Locale.ROOT);
    }

    private static String value(SiteMetric metric, @Nullable Number value) {
        if (value == null) {
            return "–";
        }
        return switch (metric) {
            case BOUNCE_RATE -> Math.round(value.doubleValue() * 100) + " %";
            case SESSION_DURATION -> HumanText.rounded(value.doubleValue()) + " s";
            case VIEWS_PER_SESSION -> HumanText.rounded(value.doubleValue());
            default -> HumanText.count(value.longValue());
        };
    }

    private void show(Screen screen, OutputStyle shape, SiteSeries series) {
        switch (shape) {
            case JSON -> screen.print(series);
            case CHART -> chart(screen, series);
            default -> screen.print(points(series), shape);
        }
    }

    private static Grid points(SiteSeries series) {
        Grid grid = new Grid(List.of("t", "value", "before"));
        List<@Nullable Number> before = series.before();
        for (int i = 0; i < series.t().size(); i++) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("t", series.t().get(i));
            put(row, "value", series.values().get(i));
            put(row, "before", before == null ? null : before.get(i));
            grid.add(row);
        }
        return grid;
    }

    private static void put(Map<String, Object> row, String column, @Nullable Number value) {
        if (value != null) {
            row.put(column, value);
        }
    }

    private void chart(Screen screen, SiteSeries series) {
        List<TextChart.Point> line = new ArrayList<>();
        Instant end = Instant.EPOCH;
        for (int i = 0; i < series.t().size(); i++) {
            end = local(series.t().get(i));
            Number value = series.values().get(i);
            // Points in the future have no value yet.
            if (value != null) {
                line.add(TextChart.Point.of(end.toEpochMilli(), value.doubleValue()));
            }
        }
        screen.title(
                wanted.site(),
                "%s by %s  %s".formatted(words(metric()), EnumWord.of(series.interval()), DeviceReport.summary(line)));
        if (!series.t().isEmpty()) {
            new TextChart(screen.paint(), screen.width(), screen.height())
                    .draw(line, local(series.t().get(0)), end)
                    .forEach(screen.out()::println);
        }
    }

    /** The axis shows the local times of the site. */
    private static Instant local(String text) {
        LocalDateTime time = text.length() > 10
                ? LocalDateTime.parse(text)
                : LocalDate.parse(text.length() == 7 ? text + "-01" : text).atStartOfDay();
        return time.toInstant(ZoneOffset.UTC);
    }

    private void show(Screen screen, OutputStyle shape, SiteBreakdown breakdown) {
        if (shape == OutputStyle.JSON) {
            screen.print(breakdown);
            return;
        }
        if (shape == OutputStyle.CSV) {
            Grid grid = new Grid(List.of("value", "count", "share", "visitors"));
            breakdown.rows().forEach(each -> {
                Map<String, Object> row = new LinkedHashMap<>();
                row.put("value", each.value());
                put(row, "count", each.count());
                put(row, "share", each.share());
                put(row, "visitors", each.visitors());
                grid.add(row);
            });
            screen.print(grid, shape);
            return;
        }
        TextTable table = new TextTable(screen.paint())
                .text(breakdown.by())
                .number(EnumWord.of(breakdown.metric()))
                .number("share")
                .text("");
        long most = breakdown.rows().stream()
                .mapToLong(SiteBreakdown.Row::count)
                .max()
                .orElse(0);
        for (SiteBreakdown.Row row : breakdown.rows()) {
            int length = (int) Math.round((double) row.count() / Math.max(1, most) * BAR);
            table.row()
                    .cell(row.value())
                    .cell(HumanText.count(row.count()), Tone.STRONG)
                    .cell(Math.round(row.share() * 100) + " %")
                    .cell("▇".repeat(length), Tone.ACCENT);
        }
        screen.out().println(table);
        if (breakdown.approximate()) {
            screen.note("counts are approximate");
        }
    }
}
