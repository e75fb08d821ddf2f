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
import dev.varve.server.fleet.view.FleetView;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import dev.varve.server.http.route.TimePage;
import dev.varve.server.http.route.TimeText;
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
    private static final Duration DAY = Duration.ofDays(1);

    /** The longest range of anomalies, in days: each day is one request to the table. */
    private static final Duration MOST_DAYS = Duration.ofDays(366);

    private static final RuleBody NO_RULE =
            new RuleBody(null, null, null, null, null, null, null, null, null, null, null);

    private final OpenFleet<DynamicReading> fleet;
    private final FleetView view;
    private final RuleBook rules;
    private final Live live;

    public AlertApi(OpenFleet<DynamicReading> fleet, FleetView view, RuleBook rules, Live live) {
        this.fleet = fleet;
        this.view = view;
        this.rules = rules;
        this.live = live;
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
            EntityQuery<Alert> query =
                    filter.narrowed(fleet.alerts().of(filter.device().get()));
            if (request.wantsExplanation()) {
                return Explained.of(List.of(query.explain()));
            }
            EntityPage<Alert> page = query.page(request.page());
            return AlertTables.alerts(
                    page.records(),
                    fields,
                    page.next() == null ? null : page.next().text());
        }
        if (filter.status().equals("resolved")) {
            return request.wantsExplanation() ? explained(filter) : AlertTables.alerts(resolved(filter), fields, null);
        }
        UnresolvedAlerts unresolved = new UnresolvedAlerts(fleet.alerts(), filter);
        if (request.wantsExplanation()) {
            return Explained.of(unresolved.explain());
        }
        UnresolvedAlerts.Page page = unresolved.page(request.text("page"));
        return AlertTables.alerts(page.alerts(), fields, page.next());
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
        AlertJson shown = AlertJson.of(now, rules.storedFieldOf(now.rule()));
        live.alert(now.deviceId(), now.alertId(), shown);
        return shown;
    }

    private Alert alert(ApiRequest request) {
        return fleet.alerts()
                .find(request.path("device"), request.path("alert"))
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
        return new BacktestResult(
                Backtest.on(fleet.readings())
                        .run(rule.rule(), range, body.device() == null ? "" : body.device())
                        .stream()
                        .map(episode -> new BacktestResult.Episode(
                                episode.alertId(),
                                episode.openedAt(),
                                episode.readingAt(),
                                episode.value().orElse(null),
                                episode.resolvedAt().orElse(null)))
                        .toList());
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
                        : all.where(attr("deviceId").is(device.get())))
                .newestFirst()
                .limit(request.count("limit", 200, MOST))
                .page(part.token());
        return AlertTables.anomalies(page.events(), part.next(page.next()));
    }
}
