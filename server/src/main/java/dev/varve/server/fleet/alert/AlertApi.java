package dev.varve.server.fleet.alert;

import static dev.varve.table.AttributePath.attr;

import dev.varve.alert.Alert;
import dev.varve.alert.Anomaly;
import dev.varve.alert.Backtest;
import dev.varve.entity.EntityPage;
import dev.varve.entity.EntityQuery;
import dev.varve.error.Rejected;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import dev.varve.iot.OpenFleet;
import dev.varve.key.TimeRange;
import dev.varve.series.History;
import dev.varve.series.HistoryPage;
import dev.varve.server.api.EmptyJson;
import dev.varve.server.api.Explained;
import dev.varve.server.api.alert.ActorBody;
import dev.varve.server.api.alert.AlertJson;
import dev.varve.server.api.alert.BacktestBody;
import dev.varve.server.api.alert.BacktestResult;
import dev.varve.server.api.alert.RuleBody;
import dev.varve.server.auth.Scope;
import dev.varve.server.fleet.view.ChosenSeries;
import dev.varve.server.fleet.view.FleetView;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import dev.varve.server.http.route.TimePage;
import dev.varve.server.http.route.TimeText;
import dev.varve.server.ingest.SeriesName;
import dev.varve.server.live.Live;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/** Routes of alerts, the rules that open them, and anomalies. */
public final class AlertApi {

    private static final int MOST = 1_000;
    private static final int MOST_ASKED = 1_000;

    /** The largest number of alerts before a page of several series: all of them are read. */
    private static final int MOST_SKIPPED = 100_000;

    private static final Duration DAY = Duration.ofDays(1);

    /** The longest range of anomalies, in days: each day is one request to the table. */
    private static final Duration MOST_DAYS = Duration.ofDays(366);

    private static final RuleBody NO_RULE =
            new RuleBody(null, null, null, null, null, null, null, null, null, null, null);

    private final OpenFleet<DynamicReading> fleet;
    private final FleetView view;
    private final RuleBook rules;
    private final Live live;
    private final AlertTables tables;

    public AlertApi(OpenFleet<DynamicReading> fleet, FleetView view, RuleBook rules, Live live) {
        this.fleet = fleet;
        this.view = view;
        this.rules = rules;
        this.live = live;
        this.tables = new AlertTables(view);
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/alerts", this::alerts).described(AlertOperations.ALERTS),
                Route.post("/api/v1/alerts/{device}/{alert}/acknowledge", this::acknowledge)
                        .described(AlertOperations.ACKNOWLEDGE),
                Route.post("/api/v1/alerts/{device}/{alert}/resolve", this::resolve)
                        .described(AlertOperations.RESOLVE),
                Route.get("/api/v1/rules", this::rules).described(AlertOperations.RULES),
                Route.put("/api/v1/rules/{name}", this::putRule).described(AlertOperations.PUT_RULE),
                Route.delete("/api/v1/rules/{name}", this::deleteRule).described(AlertOperations.DELETE_RULE),
                Route.post("/api/v1/rules/backtest", this::backtest)
                        .needing(Scope.READ)
                        .described(AlertOperations.BACKTEST),
                Route.get("/api/v1/anomalies", this::anomalies).described(AlertOperations.ANOMALIES));
    }

    private Object putRule(ApiRequest request) {
        return rules.put(StoredRule.of(request.path("name"), request.json(RuleBody.class)))
                .json();
    }

    private Object deleteRule(ApiRequest request) {
        rules.delete(request.path("name"));
        return new EmptyJson();
    }

    private Object rules(ApiRequest request) {
        return AlertTables.rules(rules.rules());
    }

    private Object alerts(ApiRequest request) {
        AlertFilter filter = AlertFilter.of(request, MOST);
        Map<String, String> fields = request.wantsExplanation() ? Map.of() : rules.fields();
        if (filter.device().isPresent()) {
            List<SeriesName> series = ChosenSeries.of(view, filter.device().get(), request.text("series"));
            if (series.size() > 1) {
                return ofSeries(request, filter, series, fields);
            }
            EntityQuery<Alert> query =
                    filter.narrowed(fleet.alerts().of(series.get(0).id()));
            if (request.wantsExplanation()) {
                return Explained.of(List.of(query.explain()));
            }
            EntityPage<Alert> page = query.page(request.page());
            return tables.alerts(
                    page.records(),
                    fields,
                    page.next() == null ? null : page.next().text());
        }
        if (filter.status().equals("resolved")) {
            return request.wantsExplanation() ? explained(filter) : tables.alerts(resolved(filter), fields, null);
        }
        UnresolvedAlerts unresolved = new UnresolvedAlerts(fleet.alerts(), filter);
        if (request.wantsExplanation()) {
            return Explained.of(unresolved.explain());
        }
        UnresolvedAlerts.Page page = unresolved.page(request.text("page"));
        return tables.alerts(page.alerts(), fields, page.next());
    }

    /** Returns the alerts of several series, newest first. A page token is the number of alerts before the page. */
    private Object ofSeries(
            ApiRequest request, AlertFilter filter, List<SeriesName> series, Map<String, String> fields) {
        int from = request.text("page").map(AlertApi::offset).orElse(0);
        AlertFilter all = filter.withLimit(from + filter.limit() + 1);
        List<EntityQuery<Alert>> queries = series.stream()
                .map(each -> all.narrowed(fleet.alerts().of(each.id())))
                .toList();
        if (request.wantsExplanation()) {
            return Explained.of(queries.stream().map(EntityQuery::explain).toList());
        }
        List<Alert> found = queries.stream()
                .flatMap(query -> query.list().stream())
                .sorted(Comparator.comparing(Alert::openedAt).reversed().thenComparing(Alert::alertId))
                .toList();
        int to = from + filter.limit();
        return tables.alerts(
                found.stream().skip(from).limit(filter.limit()).toList(),
                fields,
                found.size() > to ? String.valueOf(to) : null);
    }

    private static int offset(String page) {
        try {
            int offset = Integer.parseInt(page);
            if (offset >= 0 && offset <= MOST_SKIPPED) {
                return offset;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new Rejected(
                "ask.page", "\"%s\" is not a page of this list: pass the \"next\" of an answer".formatted(page));
    }

    private Explained explained(AlertFilter filter) {
        view.requireDevices();
        requireFew();
        return Explained.of(view.devices().stream()
                .map(device -> ofDevice(filter, device).explain())
                .toList());
    }

    private EntityQuery<Alert> ofDevice(AlertFilter filter, FleetDevice device) {
        return filter.narrowed(fleet.alerts().of(device.deviceId()));
    }

    private void requireFew() {
        if (view.devices().size() > MOST_ASKED) {
            throw new Rejected(
                    "ask.status",
                    "resolved alerts are found by their device, and there are more than %s: add device=…"
                            .formatted(MOST_ASKED));
        }
    }

    /** Returns the newest resolved alerts. No index has them, so each device is queried; this is too slow for many. */
    private List<Alert> resolved(AlertFilter filter) {
        view.refresh();
        requireFew();
        PriorityQueue<Alert> newest = new PriorityQueue<>(Comparator.comparing(Alert::openedAt));
        for (FleetDevice device : view.devices()) {
            try (Stream<Alert> some = ofDevice(filter, device).stream()) {
                Iterator<Alert> each = some.iterator();
                // The alerts of a device come newest first, so all after the first one that is too old are too old.
                boolean isNew = true;
                while (isNew && each.hasNext()) {
                    isNew = isAmong(newest, each.next(), filter.limit());
                }
            }
        }
        List<Alert> found = new ArrayList<>(newest);
        found.sort(Comparator.comparing(Alert::openedAt).reversed());
        return found;
    }

    private static boolean isAmong(PriorityQueue<Alert> newest, Alert alert, int most) {
        Alert oldest = newest.peek();
        if (newest.size() == most && oldest != null) {
            if (!alert.openedAt().isAfter(oldest.openedAt())) {
                return false;
            }
            newest.remove(oldest);
        }
        newest.add(alert);
        return true;
    }

    private Object acknowledge(ApiRequest request) {
        return changed(request, fleet.alerts().acknowledge(alert(request), by(request)));
    }

    private Object resolve(ApiRequest request) {
        return changed(request, fleet.alerts().resolve(alert(request), by(request)));
    }

    private Object changed(ApiRequest request, Optional<Alert> alert) {
        Alert now = alert.orElseGet(() -> alert(request));
        view.put(now);
        String device = view.deviceOf(now.deviceId());
        AlertJson shown = AlertJson.of(now, device, rules.storedFieldOf(now.rule()));
        live.alert(device, now.alertId(), shown);
        return shown;
    }

    /** Returns an alert of any series of a device. */
    public Optional<Alert> find(String device, String alertId) {
        return ChosenSeries.all(view, device).stream()
                .map(series -> fleet.alerts().find(series.id(), alertId))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Alert alert(ApiRequest request) {
        return find(request.path("device"), request.path("alert"))
                .orElseThrow(() -> new NotFound("there is no alert " + request.path("alert")));
    }

    private static String by(ApiRequest request) {
        String by =
                request.body().isBlank() ? null : request.json(ActorBody.class).by();
        return by == null || by.isEmpty()
                ? request.token().map(token -> token.name()).orElse("dashboard")
                : by;
    }

    private Object backtest(ApiRequest request) {
        BacktestBody body = request.json(BacktestBody.class);
        RuleBody stated = body.rule() == null ? NO_RULE : body.rule();
        StoredRule rule = StoredRule.of(stated.name() == null ? "backtest" : stated.name(), stated);
        if (rule.isDetector()) {
            throw new Rejected(
                    "rule.no-backtest", "a rule of kind unusual opens no alerts, so there is nothing to test");
        }
        TimeRange range = TimeRange.of(
                TimeText.parse(body.from() == null ? "-7d" : body.from(), request.now()),
                TimeText.parse(body.to() == null ? "now" : body.to(), request.now()));
        String device = body.device() == null ? "" : body.device();
        Backtest<DynamicReading> backtest = Backtest.on(fleet.readings());
        List<BacktestResult.Episode> episodes = new ArrayList<>();
        for (SeriesName series : ChosenSeries.of(view, device, Optional.empty())) {
            String id = series.id().equals(device) ? null : series.id();
            backtest.run(rule.rule(), range, series.id())
                    .forEach(episode -> episodes.add(new BacktestResult.Episode(
                            episode.alertId(),
                            episode.openedAt(),
                            episode.readingAt(),
                            episode.value().orElse(null),
                            episode.resolvedAt().orElse(null),
                            id)));
        }
        // The sort keeps the episodes of one time in the order of their series.
        episodes.sort(Comparator.comparing(BacktestResult.Episode::openedAt));
        return new BacktestResult(episodes);
    }

    private Object anomalies(ApiRequest request) {
        TimePage part = request.rangePage(DAY);
        TimeRange range = part.range();
        if (range.from().plus(MOST_DAYS).isBefore(range.to())) {
            throw new Rejected(
                    "ask.range", "the range is longer than %s days: request it in parts".formatted(MOST_DAYS.toDays()));
        }
        Optional<String> device = request.text("device");
        History<Anomaly> all = fleet.anomalies(range);
        if (request.wantsExplanation()) {
            return Explained.of(all.explain());
        }
        HistoryPage<Anomaly> page = (device.isEmpty()
                        ? all
                        : all.where(attr("deviceId")
                                .in(ChosenSeries.of(view, device.get(), request.text("series")).stream()
                                        .map(SeriesName::id)
                                        .toArray())))
                .newestFirst()
                .limit(request.count("limit", 200, MOST))
                .page(part.token());
        return tables.anomalies(page.events(), part.next(page.next()));
    }
}
