package dev.varve.cli.query;

import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ExistenceCheck;
import dev.varve.cli.client.PagedList;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextChart;
import dev.varve.key.TimeRange;
import dev.varve.server.api.EnumWord;
import dev.varve.server.api.Explained;
import dev.varve.server.api.fleet.DeviceSeries;
import dev.varve.server.api.fleet.ReadingJson;
import dev.varve.server.api.fleet.ReadingPage;
import dev.varve.server.api.fleet.RollupRows;
import dev.varve.server.api.fleet.SeriesLines;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The readings or rollup rows of one device, for {@code varve query}. */
public final class DeviceReport {

    /** A chart cannot show more points. */
    private static final int MOST_DRAWN = 20_000;

    /** The column of the series, if there are several. */
    private static final String SERIES = "series";

    /**
     * The wanted data.
     *
     * @param series the only series, or null for all series of the device
     * @param fields only these; all fields if empty
     * @param limit the largest number of readings; not applied to rows, which are few
     */
    public record Wanted(
            String device, @Nullable String series, TimeRange range, List<String> fields, QueryTier tier, int limit) {
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
        screen.explain(client.ask(call().with("explain", true), Explained.class), shape);
    }

    public void show(Screen screen, OutputStyle shape) {
        if (shape == OutputStyle.CHART) {
            chart(screen);
            return;
        }
        if (tier == QueryTier.RAW) {
            ReadingPage page = readings(wanted.limit());
            requireKnown(foundWithTexts(page));
            if (shape == OutputStyle.JSON) {
                screen.print(page);
            } else {
                screen.print(grid(page), shape);
            }
            if (page.next() != null) {
                screen.note("the first %s; --limit shows more".formatted(HumanText.count(wanted.limit())));
            }
            return;
        }
        RollupRows rows = rows();
        requireKnown(found(rows));
        if (shape == OutputStyle.JSON) {
            screen.print(rows);
        } else {
            screen.print(grid(rows), shape);
        }
    }

    private ApiCall call() {
        ApiCall call = tier == QueryTier.RAW
                ? ApiCall.get("devices", wanted.device(), "readings")
                : ApiCall.get("rollups").with("device", wanted.device()).with("tier", tier.word());
        return in(call);
    }

    private ApiCall in(ApiCall call) {
        return call.with("series", wanted.series())
                .with("from", wanted.range().from())
                .with("to", wanted.range().to());
    }

    private ReadingPage readings(int limit) {
        return PagedList.READINGS.first(client, call(), limit);
    }

    private RollupRows rows() {
        return client.ask(call(), RollupRows.class);
    }

    private List<String> fields(Collection<String> found) {
        return wanted.fields().isEmpty() ? List.copyOf(found) : wanted.fields();
    }

    /** Returns the fields of readings; empty if there are no readings. */
    private static Optional<Set<String>> found(ReadingPage page) {
        TreeSet<String> found = new TreeSet<>();
        page.readings().forEach(reading -> found.addAll(reading.fields().keySet()));
        return page.readings().isEmpty() ? Optional.empty() : Optional.of(found);
    }

    /** Returns the fields and texts of readings; empty if there are no readings. */
    private static Optional<Set<String>> foundWithTexts(ReadingPage page) {
        return found(page).map(found -> {
            page.readings().forEach(reading -> found.addAll(reading.allTexts().keySet()));
            return found;
        });
    }

    private static Optional<Set<String>> found(RollupRows rows) {
        TreeSet<String> found = new TreeSet<>();
        rows.rows().forEach(row -> found.addAll(row.fields().keySet()));
        return rows.rows().isEmpty() ? Optional.empty() : Optional.of(found);
    }

    /** Refuses a device that does not exist, and fields that no row has. */
    private void requireKnown(Optional<Set<String>> found) {
        if (found.isEmpty()) {
            ExistenceCheck.requireDevice(client, wanted.device());
        } else {
            requireFields(found.get());
        }
    }

    private void requireFields(Collection<String> found) {
        ExistenceCheck.requireFields(wanted.fields(), found, "device \"%s\" has".formatted(wanted.device()));
    }

    /** Returns the id of a series, which an answer leaves out if it is that of the device. */
    private String series(@Nullable String series) {
        return series == null ? wanted.device() : series;
    }

    private Set<String> seriesOf(ReadingPage page) {
        Set<String> found = new TreeSet<>();
        page.readings().forEach(reading -> found.add(series(reading.series())));
        return found;
    }

    private Set<String> seriesOf(RollupRows rows) {
        Set<String> found = new TreeSet<>();
        rows.rows().forEach(row -> found.add(series(row.series())));
        return found;
    }

    /** Returns the name of a line in a chart: the field, and its series if there are several. */
    private static String title(String field, String series, Set<String> all) {
        return all.size() > 1 ? field + "  " + series : field;
    }

    private Grid grid(ReadingPage page) {
        List<String> fields = fields(foundWithTexts(page).orElse(Set.of()));
        List<String> columns = new ArrayList<>(List.of("at"));
        boolean isOfSeveral = seriesOf(page).size() > 1;
        if (isOfSeveral) {
            columns.add(SERIES);
        }
        columns.addAll(fields);
        Grid grid = new Grid(columns);
        for (ReadingJson reading : page.readings()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("at", reading.at().toString());
            if (isOfSeveral) {
                row.put(SERIES, series(reading.series()));
            }
            for (String field : fields) {
                Double number = reading.fields().get(field);
                put(row, field, number == null ? reading.allTexts().get(field) : number);
            }
            grid.add(row);
        }
        return grid;
    }

    private Grid grid(RollupRows rows) {
        List<String> fields = fields(found(rows).orElse(Set.of()));
        List<String> columns = new ArrayList<>(List.of("start", "count"));
        boolean isOfSeveral = seriesOf(rows).size() > 1;
        if (isOfSeveral) {
            columns.add(1, SERIES);
        }
        for (String field : fields) {
            columns.addAll(List.of(field + ".avg", field + ".min", field + ".max"));
        }
        Grid grid = new Grid(columns);
        for (RollupRows.Row each : rows.rows()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("start", each.start().toString());
            if (isOfSeveral) {
                row.put(SERIES, series(each.series()));
            }
            row.put("count", each.count());
            for (String field : fields) {
                RollupRows.FieldStatistics statistics = each.fields().get(field);
                if (statistics != null) {
                    put(row, field + ".avg", statistics.avg());
                    put(row, field + ".min", statistics.min());
                    put(row, field + ".max", statistics.max());
                }
            }
            grid.add(row);
        }
        return grid;
    }

    private static void put(Map<String, Object> row, String column, @Nullable Object value) {
        if (value != null) {
            row.put(column, value);
        }
    }

    private void chart(Screen screen) {
        Map<String, List<TextChart.Point>> lines = new LinkedHashMap<>();
        String shown;
        if (wanted.tier() == QueryTier.AUTO) {
            // The server chooses the tier that fits into this many points.
            DeviceSeries series = client.ask(
                    in(ApiCall.get("devices", wanted.device(), "series"))
                            .with("points", screen.width() * 2)
                            .with("fields", wanted.fields().isEmpty() ? null : String.join(",", wanted.fields())),
                    DeviceSeries.class);
            Set<String> drawn = new TreeSet<>();
            lines(series)
                    .forEach((name, ofSeries) -> ofSeries.forEach((field, line) -> {
                        if (!line.t().isEmpty()) {
                            drawn.add(field);
                            lines.put(title(field, name, lines(series).keySet()), line(line));
                        }
                    }));
            if (lines.isEmpty()) {
                ExistenceCheck.requireDevice(client, wanted.device());
            }
            if (!drawn.containsAll(wanted.fields())) {
                Set<String> found = new TreeSet<>();
                lines(client.ask(
                                in(ApiCall.get("devices", wanted.device(), "series"))
                                        .with("points", screen.width()),
                                DeviceSeries.class))
                        .values()
                        .forEach(ofSeries -> found.addAll(ofSeries.keySet()));
                if (!found.isEmpty()) {
                    requireFields(new TreeSet<>(found));
                }
            }
            shown = EnumWord.of(series.tier()) + (series.thinned() ? ", thinned" : "");
        } else if (tier == QueryTier.RAW) {
            ReadingPage page = readings(MOST_DRAWN);
            requireKnown(found(page));
            Set<String> all = seriesOf(page);
            all.forEach(each -> fields(found(page).orElse(Set.of()))
                    .forEach(field -> put(lines, title(field, each, all), line(page, each, field))));
            shown = tier.word();
        } else {
            RollupRows rows = rows();
            requireKnown(found(rows));
            Set<String> all = seriesOf(rows);
            all.forEach(each -> fields(found(rows).orElse(Set.of()))
                    .forEach(field -> put(lines, title(field, each, all), line(rows, each, field))));
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

    /** Returns the lines of a chart by series and field. */
    private Map<String, Map<String, DeviceSeries.Line>> lines(DeviceSeries chart) {
        Map<String, Map<String, DeviceSeries.Line>> lines = new LinkedHashMap<>();
        List<SeriesLines> several = chart.series();
        if (several == null) {
            lines.put(wanted.device(), chart.fields());
        } else {
            several.forEach(each -> lines.put(each.series(), each.fields()));
        }
        return lines;
    }

    private static void put(Map<String, List<TextChart.Point>> lines, String title, List<TextChart.Point> line) {
        if (!line.isEmpty()) {
            lines.put(title, line);
        }
    }

    /** Returns the line of a field; readings have no area around it. */
    private static List<TextChart.Point> line(DeviceSeries.Line line) {
        List<TextChart.Point> points = new ArrayList<>();
        for (int i = 0; i < line.t().size(); i++) {
            Double value = line.avg().get(i);
            // An average that is too large to be stored is null.
            if (value != null) {
                points.add(new TextChart.Point(
                        line.t().get(i), value, at(line.min(), i, value), at(line.max(), i, value)));
            }
        }
        return points;
    }

    private static double at(@Nullable List<@Nullable Double> values, int index, double otherwise) {
        Double value = values == null ? null : values.get(index);
        return value == null ? otherwise : value;
    }

    private List<TextChart.Point> line(ReadingPage page, String series, String field) {
        List<TextChart.Point> points = new ArrayList<>();
        for (ReadingJson reading : page.readings()) {
            Double value = reading.fields().get(field);
            if (value != null && series.equals(series(reading.series()))) {
                points.add(TextChart.Point.of(reading.at().toEpochMilli(), value));
            }
        }
        return points;
    }

    private List<TextChart.Point> line(RollupRows rows, String series, String field) {
        List<TextChart.Point> points = new ArrayList<>();
        for (RollupRows.Row row : rows.rows()) {
            RollupRows.FieldStatistics statistics = row.fields().get(field);
            Double avg = statistics == null ? null : statistics.avg();
            if (statistics != null && avg != null && series.equals(series(row.series()))) {
                points.add(new TextChart.Point(
                        row.start().toEpochMilli(), avg, or(statistics.min(), avg), or(statistics.max(), avg)));
            }
        }
        return points;
    }

    private static double or(@Nullable Double value, double otherwise) {
        return value == null ? otherwise : value;
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
