package dev.varve.cli.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ExistenceCheck;
import dev.varve.cli.client.PagedList;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextChart;
import dev.varve.key.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What one device measured. */
public final class DeviceReport {

    /** As many as the API gives at once. */
    private static final int PAGE = 10_000;

    /** A chart has no use for more. */
    private static final int MOST_DRAWN = 20_000;

    /**
     * What is asked.
     *
     * @param fields only these; all where there are none
     * @param limit so many readings; aggregates are few
     */
    public record Wanted(String device, TimeRange range, List<String> fields, QueryTier tier, int limit) {
        public Wanted {
            fields = List.copyOf(fields);
        }
    }

    private final ApiClient client;
    private final Wanted wanted;
    private final QueryTier tier;

    public DeviceReport(ApiClient client, Wanted wanted) {
        this.client = client;
        this.wanted = wanted;
        this.tier = wanted.tier().forRange(wanted.range().from(), wanted.range().to());
    }

    public void explain(Screen screen, OutputStyle shape) {
        screen.explain(client.json(call().with("explain", true)), shape);
    }

    public void show(Screen screen, OutputStyle shape) {
        if (shape == OutputStyle.CHART) {
            chart(screen);
            return;
        }
        JsonNode answer = tier == QueryTier.RAW ? readings(wanted.limit()) : client.json(call());
        requireKnown(answer.path(tier == QueryTier.RAW ? "readings" : "rows"));
        if (shape == OutputStyle.JSON) {
            screen.print(answer);
        } else if (tier == QueryTier.RAW) {
            screen.print(readingRows(answer.path("readings")), shape);
        } else {
            screen.print(aggregateRows(answer.path("rows")), shape);
        }
        if (answer.path("next").isTextual()) {
            screen.note("the first %s; --limit shows more".formatted(HumanText.count(wanted.limit())));
        }
    }

    private ApiCall call() {
        ApiCall call = tier == QueryTier.RAW
                ? ApiCall.get("devices", wanted.device(), "readings")
                : ApiCall.get("rollups").with("device", wanted.device()).with("tier", tier.word());
        return in(call);
    }

    private ApiCall in(ApiCall call) {
        return call.with("from", wanted.range().from())
                .with("to", wanted.range().to());
    }

    private ObjectNode readings(int limit) {
        return PagedList.of(client, call(), "readings", limit, PAGE);
    }

    private List<String> fields(JsonNode rows) {
        return wanted.fields().isEmpty() ? List.copyOf(found(rows)) : wanted.fields();
    }

    private static Set<String> found(JsonNode rows) {
        TreeSet<String> found = new TreeSet<>();
        rows.forEach(row -> row.path("fields").fieldNames().forEachRemaining(found::add));
        return found;
    }

    /** Refuses a device that does not exist, and fields that none of its rows has. */
    private void requireKnown(JsonNode rows) {
        if (rows.isEmpty()) {
            ExistenceCheck.requireDevice(client, wanted.device());
        } else {
            requireFields(found(rows));
        }
    }

    private void requireFields(Collection<String> found) {
        ExistenceCheck.requireFields(wanted.fields(), found, "device \"%s\" has".formatted(wanted.device()));
    }

    private Grid readingRows(JsonNode readings) {
        List<String> fields = fields(readings);
        List<String> columns = new ArrayList<>(List.of("at"));
        columns.addAll(fields);
        Grid grid = new Grid(columns);
        for (JsonNode reading : readings) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("at", reading.path("at").asText());
            fields.forEach(field -> put(row, field, reading.path("fields").path(field)));
            grid.add(row);
        }
        return grid;
    }

    private Grid aggregateRows(JsonNode aggregates) {
        List<String> fields = fields(aggregates);
        List<String> columns = new ArrayList<>(List.of("start", "count"));
        for (String field : fields) {
            columns.addAll(List.of(field + ".avg", field + ".min", field + ".max"));
        }
        Grid grid = new Grid(columns);
        for (JsonNode aggregate : aggregates) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("start", aggregate.path("start").asText());
            row.put("count", aggregate.path("count").asLong());
            for (String field : fields) {
                for (String measure : List.of("avg", "min", "max")) {
                    put(
                            row,
                            field + "." + measure,
                            aggregate.path("fields").path(field).path(measure));
                }
            }
            grid.add(row);
        }
        return grid;
    }

    private static void put(Map<String, Object> row, String column, JsonNode value) {
        if (value.isNumber()) {
            row.put(column, value.doubleValue());
        }
    }

    private void chart(Screen screen) {
        Map<String, List<TextChart.Point>> lines = new LinkedHashMap<>();
        String shown;
        if (wanted.tier() == QueryTier.AUTO) {
            // The server chooses what fits into so many points.
            JsonNode series = client.json(in(ApiCall.get("devices", wanted.device(), "series"))
                    .with("points", screen.width() * 2)
                    .with("fields", wanted.fields().isEmpty() ? null : String.join(",", wanted.fields())));
            series.path("fields").properties().stream()
                    .filter(field -> !field.getValue().path("t").isEmpty())
                    .forEach(field -> lines.put(field.getKey(), line(field.getValue())));
            if (lines.isEmpty()) {
                ExistenceCheck.requireDevice(client, wanted.device());
            }
            if (!lines.keySet().containsAll(wanted.fields())) {
                JsonNode all = client.json(
                        in(ApiCall.get("devices", wanted.device(), "series")).with("points", screen.width()));
                TreeSet<String> found = new TreeSet<>();
                all.path("fields").fieldNames().forEachRemaining(found::add);
                if (!found.isEmpty()) {
                    requireFields(found);
                }
            }
            shown = series.path("tier").asText() + (series.path("thinned").asBoolean() ? ", thinned" : "");
        } else {
            JsonNode answer = tier == QueryTier.RAW ? readings(MOST_DRAWN) : client.json(call());
            JsonNode rows = answer.path(tier == QueryTier.RAW ? "readings" : "rows");
            requireKnown(rows);
            fields(rows).forEach(field -> lines.put(field, line(rows, field)));
            shown = tier.word();
        }
        screen.title(
                wanted.device(),
                "%s … %s UTC, %s"
                        .formatted(wanted.range().from(), wanted.range().to(), shown));
        if (lines.isEmpty()) {
            screen.note("no data in this range");
        }
        TextChart chart = new TextChart(screen.paint(), screen.width(), screen.height());
        lines.forEach((field, line) -> {
            screen.out().println();
            screen.title(field, summary(line));
            chart.draw(line, wanted.range().from(), wanted.range().to()).forEach(screen.out()::println);
        });
    }

    /** Returns the line of a field as the API gives it for charts; readings have no area around. */
    private static List<TextChart.Point> line(JsonNode field) {
        List<TextChart.Point> line = new ArrayList<>();
        for (int i = 0; i < field.path("t").size(); i++) {
            if (!field.path("avg").path(i).isNumber()) {
                // An average that is too large to be stored.
                continue;
            }
            double value = field.path("avg").path(i).asDouble();
            line.add(new TextChart.Point(
                    field.path("t").path(i).asLong(),
                    value,
                    field.path("min").path(i).asDouble(value),
                    field.path("max").path(i).asDouble(value)));
        }
        return line;
    }

    private static List<TextChart.Point> line(JsonNode rows, String field) {
        List<TextChart.Point> line = new ArrayList<>();
        for (JsonNode row : rows) {
            JsonNode value = row.path("fields").path(field);
            if (value.isNumber()) {
                line.add(TextChart.Point.of(millis(row.path("at")), value.asDouble()));
            } else if (value.path("avg").isNumber()) {
                line.add(new TextChart.Point(
                        millis(row.path("start")),
                        value.path("avg").asDouble(),
                        value.path("min").asDouble(),
                        value.path("max").asDouble()));
            }
        }
        return line;
    }

    private static long millis(JsonNode time) {
        return Instant.parse(time.asText()).toEpochMilli();
    }

    static String summary(List<TextChart.Point> line) {
        return line.isEmpty()
                ? ""
                : "last %s   min %s   max %s"
                        .formatted(
                                HumanText.rounded(line.get(line.size() - 1).value()),
                                HumanText.rounded(line.stream()
                                        .mapToDouble(TextChart.Point::low)
                                        .min()
                                        .orElseThrow()),
                                HumanText.rounded(line.stream()
                                        .mapToDouble(TextChart.Point::high)
                                        .max()
                                        .orElseThrow()));
    }
}
