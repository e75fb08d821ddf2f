package dev.varve.server.fleet;

import dev.varve.alert.Baseline;
import dev.varve.alert.HourlyBaseline;
import dev.varve.error.Rejected;
import dev.varve.iot.ChartQuery;
import dev.varve.iot.DeviceChart;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.OpenFleet;
import dev.varve.key.Grain;
import dev.varve.key.TimeRange;
import dev.varve.rollup.GapFill;
import dev.varve.rollup.RollupQuery;
import dev.varve.series.History;
import dev.varve.series.HistoryPage;
import dev.varve.server.api.Explained;
import dev.varve.server.api.fleet.BaselineJson;
import dev.varve.server.api.fleet.ReadingPage;
import dev.varve.server.fleet.view.ChosenSeries;
import dev.varve.server.fleet.view.FleetView;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.answer.TabularAnswer;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import dev.varve.server.http.route.TimePage;
import dev.varve.server.ingest.SeriesName;
import dev.varve.table.Explanation;
import dev.varve.table.PageToken;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Routes of one device's readings, chart series, rollup rows and baselines. */
public final class DeviceApi {

    private static final Duration DAY = Duration.ofDays(1);
    private static final int MOST_READINGS = 10_000;
    private static final int MOST_POINTS = 5_000;

    /** The largest number of series whose readings are listed together: an export has to get at all of them. */
    private static final int MOST_MERGED = 5_000;

    /** The largest number of rows with gap fill: the range alone decides how many rows are filled in. */
    private static final long MOST_FILLED = 10_000;

    /** The band of a baseline, in standard deviations from the mean. */
    private static final double BAND = 2;

    private static final int BASELINE_WEEKS = 4;

    /** A chart of many series has as many points as this many charts of one. */
    private static final int SHARED = 10;

    /** CSV of up to this many readings is written from memory: a few megabytes. */
    private static final int MOST_HELD = 5_000;

    /** Stands for a location or the whole fleet. */
    private static final SeriesName NO_SERIES = SeriesName.parse("");

    private final OpenFleet<DynamicReading> fleet;
    private final FleetView view;

    public DeviceApi(OpenFleet<DynamicReading> fleet, FleetView view) {
        this.fleet = fleet;
        this.view = view;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/devices/{id}/latest", this::latest).described(FleetOperations.LATEST),
                Route.get("/api/v1/devices/{id}/readings", this::readings).described(FleetOperations.READINGS),
                Route.get("/api/v1/devices/{id}/series", this::series).described(FleetOperations.SERIES),
                Route.get("/api/v1/devices/{id}/baseline", this::baseline).described(FleetOperations.BASELINE),
                Route.get("/api/v1/rollups", this::rollups).described(FleetOperations.ROLLUPS));
    }

    private List<SeriesName> chosen(ApiRequest request) {
        return ChosenSeries.of(view, request.path("id"), request.text("series"));
    }

    private static List<String> ids(List<SeriesName> series) {
        return series.stream().map(SeriesName::id).toList();
    }

    private Object latest(ApiRequest request) {
        String device = request.path("id");
        return fleet.latest(ids(chosen(request))).values().stream()
                .max(Comparator.comparing(DynamicReading::at))
                .map(reading -> FleetApi.shown(reading, device))
                .orElseThrow(() -> new NotFound("there is no reading of device " + device));
    }

    private Object readings(ApiRequest request) {
        TimePage part = request.rangePage(DAY);
        TimeRange range = part.range();
        String device = request.path("id");
        List<SeriesName> series = ChosenSeries.of(view, device, request.text("series"), MOST_MERGED);
        ReadingTable.Leading leading = ReadingTable.Leading.of(series);
        MergedReadings all = new MergedReadings(
                ids(series),
                id -> fleet.device(id).readings(),
                range,
                request.wantsDescending() ? MergedReadings.Order.NEWEST_FIRST : MergedReadings.Order.OLDEST_FIRST);
        List<String> wanted = fields(request);
        boolean isWhole = request.wantsCsv() && request.text("limit").isEmpty();
        if (request.wantsExplanation()) {
            List<Explanation> once = all.explain();
            return Explained.of(
                    isWhole && wanted.isEmpty()
                            ? Stream.concat(once.stream(), once.stream()).toList()
                            : once);
        }
        if (isWhole) {
            return wanted.isEmpty()
                    ? whole(all, leading)
                    : ReadingTable.streamed(all, ReadingTable.columns(wanted), leading);
        }
        MergedReadings.Page page =
                page(request, series, all, part.token(), request.count("limit", 1_000, MOST_READINGS));
        ReadingPage answer = new ReadingPage(
                page.readings().stream()
                        .map(reading -> FleetApi.shown(narrowed(reading, wanted), device))
                        .toList(),
                part.next(page.next()));
        return new TabularAnswer(
                answer,
                () -> ReadingTable.rows(
                        page.readings(),
                        wanted.isEmpty()
                                ? ReadingTable.columns(page.readings().stream())
                                : ReadingTable.columns(wanted),
                        leading));
    }

    /** Returns a page; one series needs no merging, and its own page token says best where it goes on. */
    private MergedReadings.Page page(
            ApiRequest request, List<SeriesName> series, MergedReadings all, @Nullable PageToken token, int limit) {
        if (series.size() > 1) {
            return all.page(limit, token);
        }
        TimeRange range = all.range();
        History<DynamicReading> history =
                fleet.device(series.get(0).id()).readings().between(range.from(), range.to());
        HistoryPage<DynamicReading> page = (request.wantsDescending() ? history.newestFirst() : history)
                .limit(limit)
                .page(token);
        return new MergedReadings.Page(page.events(), page.next());
    }

    private static DynamicReading narrowed(DynamicReading reading, List<String> wanted) {
        if (wanted.isEmpty()) {
            return reading;
        }
        Map<String, Double> fields = new LinkedHashMap<>(reading.fields());
        fields.keySet().retainAll(wanted);
        Map<String, String> texts = new LinkedHashMap<>(reading.texts());
        texts.keySet().retainAll(wanted);
        return new DynamicReading(reading.deviceId(), reading.at(), fields, reading.location(), texts);
    }

    /**
     * Returns all readings with all columns. The CSV header needs all names of fields and texts, and rollup rows list only 64
     * fields, so readings that are too many for memory are read twice.
     */
    private static Object whole(MergedReadings all, ReadingTable.Leading leading) {
        List<DynamicReading> first = all.first(MOST_HELD + 1);
        if (first.size() <= MOST_HELD) {
            return ReadingTable.reply(first, ReadingTable.columns(first.stream()), leading);
        }
        try (Stream<DynamicReading> rest = all.after(first.get(MOST_HELD))) {
            return ReadingTable.streamed(all, ReadingTable.columns(Stream.concat(first.stream(), rest)), leading);
        }
    }

    private static List<String> fields(ApiRequest request) {
        return request.text("fields").map(text -> List.of(text.split(","))).orElse(List.of());
    }

    private Object series(ApiRequest request) {
        TimeRange range = request.range(DAY);
        int points = request.count("points", 600, MOST_POINTS);
        String device = request.path("id");
        List<SeriesName> chosen = chosen(request);
        Map<SeriesName, ChartQuery<DynamicReading>> charts = new LinkedHashMap<>();
        // The readings of several series share the points of an answer.
        int each = Math.max(1, Math.min(points, MOST_POINTS * SHARED / chosen.size()));
        chosen.forEach(series ->
                charts.put(series, fleet.device(series.id()).chart(range, each).fields(fields(request))));
        if (request.wantsExplanation()) {
            return Explained.of(
                    charts.values().stream().map(ChartQuery::explain).toList());
        }
        Map<SeriesName, DeviceChart> lines = new LinkedHashMap<>();
        charts.forEach((series, chart) -> lines.put(series, chart.read()));
        return ChartLines.of(device, range, lines);
    }

    private Object baseline(ApiRequest request) {
        TimeRange range = request.range(DAY);
        String field = request.required("field");
        String device = measured(chosen(request), field);
        List<Long> times = new ArrayList<>();
        List<@Nullable Double> means = new ArrayList<>();
        List<@Nullable Double> lows = new ArrayList<>();
        List<@Nullable Double> highs = new ArrayList<>();
        HourlyBaseline baselines = HourlyBaseline.of(fleet.readings(), ZoneOffset.UTC, BASELINE_WEEKS, field)
                .load(List.of(device), request.now());
        Instant hour = range.from().truncatedTo(ChronoUnit.HOURS);
        for (int i = 0; i < MOST_POINTS && hour.isBefore(range.to()); i++) {
            Optional<Baseline> baseline = baselines.at(device, field, hour);
            times.add(hour.toEpochMilli());
            means.add(baseline.map(Baseline::mean).orElse(null));
            lows.add(baseline.map(known -> known.mean() - BAND * known.stddev()).orElse(null));
            highs.add(
                    baseline.map(known -> known.mean() + BAND * known.stddev()).orElse(null));
            hour = hour.plus(1, ChronoUnit.HOURS);
        }
        boolean isKnown = isOld(device, request.now()) && means.stream().anyMatch(mean -> mean != null);
        return isKnown
                ? new BaselineJson(field, times, means, lows, highs)
                : new BaselineJson(field, List.of(), List.of(), List.of(), List.of());
    }

    /** Returns the first series whose newest reading has a field, or the first of all. */
    private String measured(List<SeriesName> series, String field) {
        return series.stream()
                .map(SeriesName::id)
                .filter(id -> view.latest(id)
                        .map(reading -> reading.fields().containsKey(field))
                        .orElse(false))
                .findFirst()
                .orElse(series.get(0).id());
    }

    /** In less than two weeks each hour of the week occurs once, and would be compared with itself. */
    private boolean isOld(String device, Instant now) {
        return fleet.device(device)
                .rows()
                .daily()
                .between(now.minus(Duration.ofDays(7L * BASELINE_WEEKS)), now.minus(Duration.ofDays(13)))
                .first()
                .isPresent();
    }

    private Object rollups(ApiRequest request) {
        TimeRange range = request.range(Duration.ofDays(7));
        Optional<String> device = request.text("device");
        Optional<String> location = request.text("location");
        boolean isOfAll = request.flag("fleet").orElse(false);
        if (Stream.of(device.isPresent(), location.isPresent(), isOfAll)
                        .filter(is -> is)
                        .count()
                != 1) {
            throw new Rejected("ask.whose", "give device=…, location=… or fleet=true");
        }
        Map<SeriesName, RollupQuery> queries = new LinkedHashMap<>();
        device.ifPresent(id -> ChosenSeries.of(view, id, request.text("series"))
                .forEach(series -> queries.put(series, fleet.device(series.id()).rows())));
        if (queries.isEmpty()) {
            queries.put(NO_SERIES, isOfAll ? fleet.rows() : fleet.rowsAt(location.orElseThrow()));
        }
        Grain grain = switch (request.text("tier", "hour")) {
            case "hour" -> Grain.HOUR;
            case "day" -> Grain.DAY;
            case "month" -> Grain.MONTH;
            default -> throw new Rejected("ask.tier", "the tier must be hour, day or month");
        };
        GapFill fill = fill(request.text("fill", "none"));
        queries.replaceAll((series, query) ->
                query.of(grain).between(range.from(), range.to()).fill(fill));
        if (fill != GapFill.NONE
                && queries.values().stream().mapToLong(RollupQuery::buckets).sum() > MOST_FILLED) {
            throw new Rejected(
                    "ask.range",
                    "with fill, the range has more than %s rows of a %s: shorten it, use a coarser tier, or leave out fill"
                            .formatted(MOST_FILLED, grain.word()));
        }
        if (request.wantsExplanation()) {
            return Explained.of(
                    queries.values().stream().map(RollupQuery::explain).toList());
        }
        List<RollupTable.OfSeries> rows = new ArrayList<>();
        queries.forEach((series, query) -> {
            String id = device.isEmpty() || series.id().equals(device.get()) ? null : series.id();
            query.list().forEach(row -> rows.add(new RollupTable.OfSeries(row, id)));
        });
        // The sort keeps the rows of one start in the order of their series.
        rows.sort(Comparator.comparing(each -> each.row().start()));
        return RollupTable.of(grain, rows);
    }

    private static GapFill fill(String text) {
        for (GapFill fill : GapFill.values()) {
            if (fill.name().toLowerCase(Locale.ROOT).equals(text)) {
                return fill;
            }
        }
        throw new Rejected("ask.fill", "fill must be none, zero, previous or linear");
    }
}
