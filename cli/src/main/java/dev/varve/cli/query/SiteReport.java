package dev.varve.cli.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextChart;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.error.Rejected;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a site is visited: all numbers of a period, one of them over time, or one by something. */
public final class SiteReport {

    private static final int BAR = 24;

    /**
     * What is asked.
     *
     * @param metric the number over time, or null
     * @param by what visits are told apart by, or null
     */
    public record Wanted(
            String site,
            Period period,
            @Nullable String metric,
            @Nullable String by,
            int limit) {}

    /**
     * When.
     *
     * @param from the first day, for a period of one's own
     * @param interval the distance of points over time
     * @param filters as the API takes them
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
            throw new Rejected("cli.site", "--metric is a number over time, --by is a list: give one of them");
        }
        this.client = client;
        this.wanted = wanted;
    }

    public void explain(Screen screen, OutputStyle shape) {
        screen.explain(client.json(call(shape).with("explain", true)), shape);
    }

    public void show(Screen screen, OutputStyle shape) {
        JsonNode answer = client.json(call(shape));
        if (shape == OutputStyle.JSON) {
            screen.print(answer);
        } else if (wanted.by() != null) {
            list(screen, shape, answer);
        } else if (answer.has("metrics")) {
            numbers(screen, shape, answer);
        } else if (shape == OutputStyle.CHART) {
            chart(screen, answer);
        } else {
            screen.print(points(answer), shape);
        }
    }

    private ApiCall call(OutputStyle shape) {
        Period period = wanted.period();
        String what = wanted.by() != null
                ? "breakdown"
                : wanted.metric() != null || shape == OutputStyle.CHART ? "timeseries" : "stats";
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

    private void numbers(Screen screen, OutputStyle shape, JsonNode answer) {
        if (shape == OutputStyle.CSV) {
            Grid grid = new Grid(List.of("metric", "value", "before", "change"));
            answer.path("metrics").properties().forEach(metric -> {
                Map<String, Object> row = new LinkedHashMap<>();
                row.put("metric", metric.getKey());
                for (String column : List.of("value", "before", "change")) {
                    if (metric.getValue().path(column).isNumber()) {
                        row.put(column, metric.getValue().path(column).numberValue());
                    }
                }
                grid.add(row);
            });
            screen.print(grid, shape);
            return;
        }
        screen.title(wanted.site(), period(answer));
        TextTable table = new TextTable(screen.paint())
                .text("metric")
                .number("value")
                .number("before")
                .number("change");
        answer.path("metrics").properties().forEach(metric -> {
            JsonNode change = metric.getValue().path("change");
            table.row()
                    .cell(words(metric.getKey()))
                    .cell(value(metric.getKey(), metric.getValue().path("value")), Tone.STRONG)
                    .cell(value(metric.getKey(), metric.getValue().path("before")))
                    .cell(RelativeChange.text(change), RelativeChange.tone(change));
        });
        screen.out().println(table);
    }

    /** Returns pageViews as people write it. */
    private static String words(String name) {
        return name.replaceAll("([A-Z])", " $1").toLowerCase(java.util.Locale.ROOT);
    }

    private static String value(String metric, JsonNode value) {
        if (!value.isNumber()) {
            return "–";
        }
        return switch (metric) {
            case "bounceRate" -> Math.round(value.asDouble() * 100) + " %";
            case "visitDuration" -> HumanText.rounded(value.asDouble()) + " s";
            case "viewsPerVisit" -> HumanText.rounded(value.asDouble());
            default -> HumanText.count(value.asLong());
        };
    }

    private static String period(JsonNode answer) {
        JsonNode period = answer.path("period");
        return "%s … %s  %s"
                .formatted(
                        period.path("from").asText(),
                        period.path("to").asText(),
                        period.path("zone").asText());
    }

    private Grid points(JsonNode answer) {
        Grid grid = new Grid(List.of("t", "value", "before"));
        JsonNode times = answer.path("t");
        for (int i = 0; i < times.size(); i++) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("t", times.get(i).asText());
            put(row, "value", answer.path("values").path(i));
            put(row, "before", answer.path("before").path(i));
            grid.add(row);
        }
        return grid;
    }

    private static void put(Map<String, Object> row, String column, JsonNode value) {
        if (value.isNumber()) {
            row.put(column, value.numberValue());
        }
    }

    private void chart(Screen screen, JsonNode answer) {
        JsonNode times = answer.path("t");
        JsonNode values = answer.path("values");
        List<TextChart.Point> line = new ArrayList<>();
        Instant end = Instant.EPOCH;
        for (int i = 0; i < times.size(); i++) {
            end = local(times.get(i).asText());
            // What lies ahead has no value yet.
            if (values.path(i).isNumber()) {
                line.add(TextChart.Point.of(end.toEpochMilli(), values.path(i).asDouble()));
            }
        }
        screen.title(
                wanted.site(),
                "%s by %s  %s"
                        .formatted(words(metric()), answer.path("interval").asText(), DeviceReport.summary(line)));
        if (times.size() > 0) {
            new TextChart(screen.paint(), screen.width(), screen.height())
                    .draw(line, local(times.get(0).asText()), end)
                    .forEach(screen.out()::println);
        }
    }

    /** The axis shows the times of the site as they are, whatever its zone. */
    private static Instant local(String text) {
        LocalDateTime time = text.length() > 10
                ? LocalDateTime.parse(text)
                : LocalDate.parse(text.length() == 7 ? text + "-01" : text).atStartOfDay();
        return time.toInstant(ZoneOffset.UTC);
    }

    private void list(Screen screen, OutputStyle shape, JsonNode answer) {
        if (shape == OutputStyle.CSV) {
            Grid grid = new Grid(List.of("value", "count", "share", "visitors"));
            answer.path("rows").forEach(each -> {
                Map<String, Object> row = new LinkedHashMap<>();
                row.put("value", each.path("value").asText());
                put(row, "count", each.path("count"));
                put(row, "share", each.path("share"));
                put(row, "visitors", each.path("visitors"));
                grid.add(row);
            });
            screen.print(grid, shape);
            return;
        }
        TextTable table = new TextTable(screen.paint())
                .text(String.valueOf(wanted.by()))
                .number(answer.path("metric").asText("count"))
                .number("share")
                .text("");
        double most = 0;
        for (JsonNode row : answer.path("rows")) {
            most = Math.max(most, row.path("count").asDouble());
        }
        for (JsonNode row : answer.path("rows")) {
            int length = (int) Math.round(row.path("count").asDouble() / Math.max(1, most) * BAR);
            table.row()
                    .cell(row.path("value").asText())
                    .cell(HumanText.count(row.path("count").asLong()), Tone.STRONG)
                    .cell(Math.round(row.path("share").asDouble() * 100) + " %")
                    .cell("▇".repeat(length), Tone.ACCENT);
        }
        screen.out().println(table);
        if (answer.path("approximate").asBoolean()) {
            screen.note("counts are approximate");
        }
    }
}
