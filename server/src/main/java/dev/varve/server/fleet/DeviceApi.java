package dev.varve.server.fleet;

import dev.varve.alert.Baseline;
import dev.varve.alert.HourlyBaseline;
import dev.varve.error.Rejected;
import dev.varve.iot.ChartQuery;
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
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import dev.varve.server.http.route.TimePage;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
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

    /** The largest number of rows with gap fill: the range alone decides how many rows are filled in. */
    private static final long MOST_FILLED = 10_000;

    /** The band of a baseline, in standard deviations from the mean. */
    private static final double BAND = 2;

    private static final int BASELINE_WEEKS = 4;

    private final OpenFleet<DynamicReading> fleet;

    public DeviceApi(OpenFleet<DynamicReading> fleet) {
        this.fleet = fleet;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/devices/{id}/latest", this::latest).described(FleetOperations.LATEST),
                Route.get("/api/v1/devices/{id}/readings", this::readings).described(FleetOperations.READINGS),
                Route.get("/api/v1/devices/{id}/series", this::series).described(FleetOperations.SERIES),
                Route.get("/api/v1/devices/{id}/baseline", this::baseline).described(FleetOperations.BASELINE),
                Route.get("/api/v1/rollups", this::rollups).described(FleetOperations.ROLLUPS));
    }

    private Object latest(ApiRequest request) {
        return fleet.device(request.path("id"))
                .latest()
                .map(FleetApi::shown)
                .orElseThrow(() -> new NotFound("there is no reading of device " + request.path("id")));
    }

    private Object readings(ApiRequest request) {
        TimePage part = request.rangePage(DAY);
        TimeRange range = part.range();
        History<DynamicReading> history =
                fleet.device(request.path("id")).readings().between(range.from(), range.to());
        if (request.wantsDescending()) {
            history = history.newestFirst();
        }
        List<String> wanted = fields(request);
        boolean isWhole = request.wantsCsv() && request.text("limit").isEmpty();
        if (request.wantsExplanation()) {
            return Explained.of(Collections.nCopies(isWhole && wanted.isEmpty() ? 2 : 1, history.explain()));
        }
        if (isWhole) {
            return ReadingTable.streamed(history, wanted.isEmpty() ? columns(history) : ReadingTable.columns(wanted));
        }
        HistoryPage<DynamicReading> page =
                history.limit(request.count("limit", 1_000, MOST_READINGS)).page(part.token());
        ReadingPage answer = new ReadingPage(
                page.events().stream()
                        .map(reading -> FleetApi.shown(narrowed(reading, wanted)))
                        .toList(),
                part.next(page.next()));
        return ReadingTable.rows(
                answer,
                page.events(),
                wanted.isEmpty() ? ReadingTable.columns(page.events().stream()) : ReadingTable.columns(wanted));
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

    /** Reads the readings twice: the CSV header needs all names of fields and texts, and rollup rows list only 64 fields. */
    private static List<ReadingTable.Column> columns(History<DynamicReading> history) {
        try (Stream<DynamicReading> all = history.stream()) {
            return ReadingTable.columns(all);
        }
    }

    private static List<String> fields(ApiRequest request) {
        return request.text("fields").map(text -> List.of(text.split(","))).orElse(List.of());
    }

    private Object series(ApiRequest request) {
        TimeRange range = request.range(DAY);
        int points = request.count("points", 600, MOST_POINTS);
        String device = request.path("id");
        ChartQuery<DynamicReading> chart =
                fleet.device(device).chart(range, points).fields(fields(request));
        return request.wantsExplanation()
                ? Explained.of(chart.explain())
                : ChartLines.series(device, range, chart.read());
    }

    private Object baseline(ApiRequest request) {
        TimeRange range = request.range(DAY);
        String field = request.required("field");
        String device = request.path("id");
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
        RollupQuery query = isOfAll
                ? fleet.rows()
                : device.isPresent() ? fleet.device(device.get()).rows() : fleet.rowsAt(location.orElseThrow());
        Grain grain = switch (request.text("tier", "hour")) {
            case "hour" -> Grain.HOUR;
            case "day" -> Grain.DAY;
            case "month" -> Grain.MONTH;
            default -> throw new Rejected("ask.tier", "the tier must be hour, day or month");
        };
        GapFill fill = fill(request.text("fill", "none"));
        RollupQuery rows = query.of(grain).between(range.from(), range.to()).fill(fill);
        if (fill != GapFill.NONE && rows.buckets() > MOST_FILLED) {
            throw new Rejected(
                    "ask.range",
                    "with fill, the range has more than %s rows of a %s: shorten it, use a coarser tier, or leave out fill"
                            .formatted(MOST_FILLED, grain.word()));
        }
        if (request.wantsExplanation()) {
            return Explained.of(rows.explain());
        }
        return RollupTable.of(grain, rows.list());
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
