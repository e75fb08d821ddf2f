package dev.varve.server.fleet;

import static dev.varve.table.AttributePath.attr;

import com.fasterxml.jackson.databind.JsonNode;
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
import dev.varve.server.auth.Scope;
import dev.varve.server.http.ApiRequest;
import dev.varve.server.http.Explained;
import dev.varve.server.http.Json;
import dev.varve.server.http.NotFound;
import dev.varve.server.http.Route;
import dev.varve.server.http.TimePage;
import dev.varve.server.http.TimeText;
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

/** Alerts, the rules that open them, and anomalies. */
public final class AlertApi {

    private static final int MOST = 1_000;
    private static final int MOST_ASKED = 1_000;
    private static final Duration DAY = Duration.ofDays(1);

    /** Anomalies of a day are in a place of their own: each day more is a request more. */
    private static final Duration MOST_DAYS = Duration.ofDays(366);

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
                Route.get("/api/v1/alerts", this::alerts),
                Route.post("/api/v1/alerts/{device}/{alert}/acknowledge", this::acknowledge),
                Route.post("/api/v1/alerts/{device}/{alert}/resolve", this::resolve),
                Route.get("/api/v1/rules", this::rules),
                Route.put(
                        "/api/v1/rules/{name}",
                        ask -> AlertLines.shown(rules.put(StoredRule.of(ask.path("name"), ask.json())))),
                Route.delete("/api/v1/rules/{name}", ask -> {
                    rules.delete(ask.path("name"));
                    return Map.of();
                }),
                Route.post("/api/v1/rules/backtest", this::backtest).needing(Scope.READ),
                Route.get("/api/v1/anomalies", this::anomalies));
    }

    private Object rules(ApiRequest ask) {
        return AlertLines.rules(rules.rules());
    }

    private Object alerts(ApiRequest ask) {
        AlertQuery question = AlertQuery.of(ask, MOST);
        Map<String, String> fields = ask.wantsExplanation() ? Map.of() : rules.fields();
        if (question.device().isPresent()) {
            EntityQuery<Alert> query =
                    question.narrowed(fleet.alerts().of(question.device().get()));
            if (ask.wantsExplanation()) {
                return Explained.of(List.of(query.explain()));
            }
            EntityPage<Alert> page = query.page(ask.page());
            return AlertLines.alerts(
                    page.records(),
                    fields,
                    page.next() == null ? null : page.next().text());
        }
        if (question.state().equals("resolved")) {
            return ask.wantsExplanation() ? explained(question) : AlertLines.alerts(resolved(question), fields, null);
        }
        UnresolvedAlerts unresolved = new UnresolvedAlerts(fleet.alerts(), question);
        if (ask.wantsExplanation()) {
            return Explained.of(unresolved.explain());
        }
        UnresolvedAlerts.Page page = unresolved.page(ask.text("page"));
        return AlertLines.alerts(page.alerts(), fields, page.next());
    }

    private Explained explained(AlertQuery question) {
        view.requireDevices();
        requireFew();
        return Explained.of(view.devices().stream()
                .map(device -> ofDevice(question, device).explain())
                .toList());
    }

    private EntityQuery<Alert> ofDevice(AlertQuery question, FleetDevice device) {
        return question.narrowed(fleet.alerts().of(device.deviceId()));
    }

    private void requireFew() {
        if (view.devices().size() > MOST_ASKED) {
            throw new Rejected(
                    "ask.state",
                    "resolved alerts are found by their device, and there are more than %s: add device=…"
                            .formatted(MOST_ASKED));
        }
    }

    /** Returns the newest that are resolved. They are in no index: each device is asked, which is too much for many. */
    private List<Alert> resolved(AlertQuery question) {
        view.refresh();
        requireFew();
        PriorityQueue<Alert> newest = new PriorityQueue<>(Comparator.comparing(Alert::openedAt));
        for (FleetDevice device : view.devices()) {
            try (Stream<Alert> some = ofDevice(question, device).stream()) {
                Iterator<Alert> each = some.iterator();
                // Those of a device come newest first: behind one that is too old all are.
                boolean isNew = true;
                while (isNew && each.hasNext()) {
                    isNew = isAmong(newest, each.next(), question.limit());
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

    private Object acknowledge(ApiRequest ask) {
        return changed(ask, fleet.alerts().acknowledge(alert(ask), by(ask)));
    }

    private Object resolve(ApiRequest ask) {
        return changed(ask, fleet.alerts().resolve(alert(ask), by(ask)));
    }

    private Object changed(ApiRequest ask, Optional<Alert> alert) {
        Alert now = alert.orElseGet(() -> alert(ask));
        view.put(now);
        Map<String, Object> shown = AlertLines.shown(now, rules.storedFieldOf(now.rule()));
        live.alert(now.deviceId(), now.alertId(), shown);
        return shown;
    }

    private Alert alert(ApiRequest ask) {
        return fleet.alerts()
                .find(ask.path("device"), ask.path("alert"))
                .orElseThrow(() -> new NotFound("there is no alert " + ask.path("alert")));
    }

    private static String by(ApiRequest ask) {
        String body = ask.body();
        String by = body.isBlank() ? "" : Json.object(body).path("by").asText("");
        return by.isEmpty() ? ask.token().map(token -> token.name()).orElse("dashboard") : by;
    }

    private Object backtest(ApiRequest ask) {
        JsonNode body = ask.json();
        StoredRule rule = StoredRule.of(body.path("rule").path("name").asText("backtest"), body.path("rule"));
        if (rule.isDetector()) {
            throw new Rejected("rule.no-backtest", "a rule of kind unusual opens no alerts: there is nothing to test");
        }
        TimeRange range = TimeRange.of(
                TimeText.parse(body.path("from").asText("-7d"), ask.now()),
                TimeText.parse(body.path("to").asText("now"), ask.now()));
        List<Backtest.Episode> episodes = Backtest.on(fleet.readings())
                .run(rule.rule(), range, body.path("device").asText());
        return Map.of("episodes", episodes);
    }

    private Object anomalies(ApiRequest ask) {
        TimePage part = ask.rangePage(DAY);
        TimeRange range = part.range();
        if (range.from().plus(MOST_DAYS).isBefore(range.to())) {
            throw new Rejected(
                    "ask.range",
                    "the range is longer than %s days: ask for its parts one after the other"
                            .formatted(MOST_DAYS.toDays()));
        }
        Optional<String> device = ask.text("device");
        History<Anomaly> all = fleet.anomalies(range);
        if (ask.wantsExplanation()) {
            return Explained.of(all.explain());
        }
        HistoryPage<Anomaly> page = (device.isEmpty()
                        ? all
                        : all.where(attr("deviceId").is(device.get())))
                .newestFirst()
                .limit(ask.count("limit", 200, MOST))
                .page(part.token());
        return AlertLines.anomalies(page.events(), part.next(page.next()));
    }
}
